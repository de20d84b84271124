CREATE TABLE "report_confirmations" (
	"id" text PRIMARY KEY NOT NULL,
	"version_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"changes" jsonb NOT NULL,
	"signer_id" text NOT NULL,
	"identity_version_id" text NOT NULL,
	"signer" jsonb NOT NULL,
	"proof" text NOT NULL,
	"audit_event_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "basis_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "report_confirmations" ADD CONSTRAINT "report_confirmations_version_id_report_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."report_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_confirmations" ADD CONSTRAINT "report_confirmations_signer_id_staff_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_confirmations" ADD CONSTRAINT "report_confirmations_identity_version_id_professional_identity_versions_id_fk" FOREIGN KEY ("identity_version_id") REFERENCES "public"."professional_identity_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_confirmations_version" ON "report_confirmations" USING btree ("version_id");--> statement-breakpoint
-- How the results that a signed version quotes or prints differ from those that its signer saw. A quoted value is a row, which never
-- changes: it is compared with the last row of its chain. Abstinence, and the day and edition of a sample, are compared with
-- their result set. `now` and `sample` identify what a confirmation is of.
CREATE FUNCTION report_basis_changes(of_version text)
  RETURNS TABLE (source text, change text, now text, sample text)
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH RECURSIVE found AS (
    SELECT ids.source, f.finding -> 'result' AS result
      FROM public.report_versions v
      CROSS JOIN LATERAL jsonb_array_elements(v.findings) AS f (finding)
      CROSS JOIN LATERAL (SELECT f.finding #>> '{result,idValue}' AS source
        UNION SELECT jsonb_array_elements_text(f.finding #> '{result,sources}')
        UNION SELECT jsonb_array_elements_text(f.finding -> 'quotes')) ids
     WHERE v.id = of_version AND ids.source IS NOT NULL
    UNION ALL
    -- Values in the tables of the version.
    SELECT x.value ->> 'idValue', NULL
      FROM public.report_versions v
      CROSS JOIN LATERAL jsonb_array_elements(v.results) AS printed (sample)
      CROSS JOIN LATERAL jsonb_array_elements(printed.sample -> 'values') AS x (value)
     WHERE v.id = of_version AND x.value ->> 'idValue' IS NOT NULL),
  chain AS (
    SELECT DISTINCT f.source, f.source AS id FROM found f
    UNION ALL
    SELECT c.source, later.id FROM chain c JOIN public.result_values later ON later.replaces = c.id),
  compared AS (
    SELECT f.source, n.id AS now,
        concat_ws(' ', extract(epoch FROM s.collected_at), s.who_edition, s.abstinence_days) AS sample,
        CASE WHEN s.id IS NULL OR e.deleted_at IS NOT NULL THEN 'deleted'
          WHEN n.withdrawn THEN 'withdrawn'
          WHEN (o.comparator, o.value, o.unit, o.text, o.choice, o.range)
            IS DISTINCT FROM (n.comparator, n.value, n.unit, n.text, n.choice, n.range)
            OR bool_or(o.id IS NULL AND (f.result ->> 'value')::numeric IS DISTINCT FROM s.abstinence_days)
              FILTER (WHERE f.result IS NOT NULL) THEN 'corrected'
          WHEN n.preliminary AND NOT o.preliminary THEN 'preliminary'
          WHEN bool_or(((f.result ->> 'collectedAt')::timestamptz, (f.result ->> 'whoEdition')::int)
            IS DISTINCT FROM (s.collected_at, s.who_edition::int)) FILTER (WHERE f.result IS NOT NULL) THEN 'sample'
          WHEN EXISTS (SELECT FROM public.received_results r
            WHERE r.set_id = s.id AND r.state = 'waiting' AND r.reason = 'moved') THEN 'held' END AS change
      FROM found f
      LEFT JOIN chain c ON c.source = f.source
        AND NOT EXISTS (SELECT FROM public.result_values later WHERE later.replaces = c.id)
      LEFT JOIN public.result_values o ON o.id = f.source
      LEFT JOIN public.result_values n ON n.id = c.id
      LEFT JOIN public.result_sets s ON s.id = coalesce(o.set_id, f.source)
      LEFT JOIN public.exams e ON e.id = s.exam_id
     GROUP BY f.source, o.id, n.id, s.id, e.id)
  SELECT c.source, c.change, CASE WHEN c.change <> 'deleted' THEN c.now END,
      CASE WHEN c.change <> 'deleted' THEN c.sample END
    FROM compared c WHERE c.change IS NOT NULL ORDER BY c.source
$$;--> statement-breakpoint
-- Whether any of these changes was not confirmed.
CREATE FUNCTION is_report_basis_open(of_version text) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM public.report_basis_changes(of_version) c
    WHERE NOT EXISTS (SELECT FROM public.report_confirmations k
      CROSS JOIN LATERAL jsonb_to_recordset(k.changes) AS said (source text, change text, now text, sample text)
      WHERE k.version_id = of_version AND (said.source, said.change, said.now, said.sample)
        IS NOT DISTINCT FROM (c.source, c.change, c.now, c.sample)))
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION derive_reports(of_patients text[], of_kinds text[]) RETURNS void
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.reports AS r (id, patient_id, kind, last_number, in_force_id, last_signed_id, pending_id, pending_at)
  SELECT 'rep_' || left(encode(sha256(convert_to('["' || t.patient_id || '","' || t.kind || '"]', 'UTF8')), 'hex'), 20),
      t.patient_id, t.kind, newest.number,
      CASE WHEN signed.id IS NULL THEN pending.id
        WHEN NOT EXISTS (SELECT FROM public.report_withdrawals WHERE version_id = signed.id) THEN signed.id END,
      signed.id, pending.id, least(pending.arrived_at, amended.started_at)
    FROM (SELECT DISTINCT * FROM unnest(of_patients, of_kinds) AS given (patient_id, kind)) t
    CROSS JOIN LATERAL (SELECT max(v.number) AS number FROM public.report_versions v
      WHERE v.patient_id = t.patient_id AND v.kind = t.kind) newest
    LEFT JOIN LATERAL (SELECT v.id FROM public.report_versions v
      WHERE v.patient_id = t.patient_id AND v.kind = t.kind AND v.type <> 'draft'
      ORDER BY v.number DESC LIMIT 1) signed ON true
    CROSS JOIN LATERAL (SELECT coalesce(max(d.number), 0) AS number FROM public.report_versions v
      JOIN public.report_versions d ON d.id = v.from_draft
      WHERE v.patient_id = t.patient_id AND v.kind = t.kind) used
    LEFT JOIN LATERAL (SELECT v.id, v.arrived_at FROM public.report_versions v
      WHERE v.patient_id = t.patient_id AND v.kind = t.kind AND v.type = 'draft' AND v.number > used.number
        AND NOT EXISTS (SELECT FROM public.report_discards WHERE version_id = v.id)
      ORDER BY v.number DESC LIMIT 1) pending ON true
    LEFT JOIN LATERAL (SELECT c.started_at FROM public.report_working_copies c
      JOIN public.report_versions v ON v.id = c.base_id AND v.type <> 'draft'
      WHERE c.patient_id = t.patient_id AND c.kind = t.kind) amended ON true
  ON CONFLICT (patient_id, kind) DO UPDATE SET last_number = excluded.last_number,
    in_force_id = excluded.in_force_id, last_signed_id = excluded.last_signed_id,
    pending_id = excluded.pending_id, pending_at = least(excluded.pending_at, r.basis_changed_at)
$$;--> statement-breakpoint
-- Marks the reports of these patients. A concurrent signature and correction each lock the report before they compare, so
-- the later one sees both.
CREATE FUNCTION refresh_report_basis(of_patients text[]) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  patients text[];
  kinds text[];
BEGIN
  -- Also of one that is not signed yet: its first signature may be under way.
  PERFORM FROM public.reports WHERE patient_id = ANY (of_patients) ORDER BY id FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  WITH updated AS (
    UPDATE public.reports r
       SET basis_changed_at = CASE WHEN r.basis_changed_at IS NULL THEN clock_timestamp() END
     WHERE r.patient_id = ANY (of_patients) AND r.last_signed_id IS NOT NULL
       AND (r.basis_changed_at IS NOT NULL) <> public.is_report_basis_open(r.in_force_id)
    RETURNING r.patient_id, r.kind)
  SELECT array_agg(u.patient_id), array_agg(u.kind) INTO patients, kinds FROM updated u;
  IF patients IS NOT NULL THEN
    PERFORM public.derive_reports(patients, kinds);
  END IF;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION refresh_report_basis(text[]) FROM PUBLIC;--> statement-breakpoint
CREATE OR REPLACE FUNCTION derive_touched_reports() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  of_patients text[];
  of_kinds text[];
BEGIN
  IF TG_TABLE_NAME = 'report_versions' THEN
    SELECT array_agg(patient_id), array_agg(kind) INTO of_patients, of_kinds FROM changed;
  ELSIF TG_TABLE_NAME = 'report_working_copies' THEN
    -- The review of a draft changes nothing: it waits already.
    SELECT array_agg(v.patient_id), array_agg(v.kind) INTO of_patients, of_kinds
      FROM changed JOIN public.report_versions v ON v.id = changed.base_id AND v.type <> 'draft';
  ELSE
    SELECT array_agg(v.patient_id), array_agg(v.kind) INTO of_patients, of_kinds
      FROM changed JOIN public.report_versions v ON v.id = changed.version_id;
  END IF;
  IF of_patients IS NOT NULL THEN
    PERFORM public.derive_reports(of_patients, of_kinds);
    PERFORM public.refresh_report_basis(of_patients);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION refresh_basis_of_rows() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  of_patients text[];
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'result_values' THEN
      SELECT array_agg(DISTINCT s.patient_id) INTO of_patients
        FROM changed c JOIN public.result_sets s ON s.id = c.set_id WHERE c.replaces IS NOT NULL;
    WHEN 'received_results' THEN
      SELECT array_agg(DISTINCT s.patient_id) INTO of_patients
        FROM changed c JOIN public.result_sets s ON s.id = c.set_id WHERE c.reason = 'moved';
    WHEN 'result_sets' THEN
      SELECT array_agg(DISTINCT c.patient_id) INTO of_patients FROM changed c JOIN before b ON b.id = c.id
       WHERE (b.collected_at, b.who_edition, b.abstinence_days)
         IS DISTINCT FROM (c.collected_at, c.who_edition, c.abstinence_days);
    WHEN 'exams' THEN
      SELECT array_agg(DISTINCT c.patient_id) INTO of_patients FROM changed c JOIN before b ON b.id = c.id
       WHERE (b.deleted_at IS NULL) <> (c.deleted_at IS NULL);
  END CASE;
  IF of_patients IS NOT NULL THEN
    PERFORM public.refresh_report_basis(of_patients);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER refresh_basis AFTER INSERT ON result_values REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_basis_of_rows();--> statement-breakpoint
CREATE TRIGGER refresh_basis AFTER UPDATE ON result_sets REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_basis_of_rows();--> statement-breakpoint
CREATE TRIGGER refresh_basis AFTER UPDATE ON exams REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_basis_of_rows();--> statement-breakpoint
CREATE TRIGGER refresh_basis_held AFTER INSERT ON received_results REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_basis_of_rows();--> statement-breakpoint
CREATE TRIGGER refresh_basis AFTER UPDATE ON received_results REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_basis_of_rows();--> statement-breakpoint
-- A confirmation is of the version in force. It gets the present time, and its signer as the database knows them.
CREATE FUNCTION check_report_confirmation() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.reports WHERE in_force_id = NEW.version_id AND last_signed_id = in_force_id) THEN
    RAISE EXCEPTION 'version % is not in force', NEW.version_id USING ERRCODE = 'check_violation';
  END IF;
  NEW.at := clock_timestamp();
  NEW.signer := public.signer_of(NEW.signer_id, NEW.identity_version_id, 'report.confirmed', NEW.version_id,
    NEW.audit_event_id);
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER check_report_confirmation BEFORE INSERT ON report_confirmations
  FOR EACH ROW EXECUTE FUNCTION check_report_confirmation();--> statement-breakpoint
CREATE TRIGGER derive_reports AFTER INSERT ON report_confirmations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION derive_touched_reports();--> statement-breakpoint
CREATE TRIGGER refuse_rewriting BEFORE UPDATE ON report_confirmations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();--> statement-breakpoint
CREATE TRIGGER refuse_removing BEFORE DELETE ON report_confirmations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removing();--> statement-breakpoint
CREATE OR REPLACE FUNCTION purge_reports(of_patient text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.patients WHERE id = of_patient AND blocked_at IS NOT NULL) THEN
    RAISE EXCEPTION 'patient % is not blocked', of_patient USING ERRCODE = 'restrict_violation';
  END IF;
  IF EXISTS (SELECT FROM public.report_versions v LEFT JOIN public.report_withdrawals w ON w.version_id = v.id
      WHERE v.patient_id = of_patient AND greatest(v.arrived_at, w.at) > clock_timestamp() - interval '5 years') THEN
    RAISE EXCEPTION 'a report of patient % is younger than five years', of_patient USING ERRCODE = 'restrict_violation';
  END IF;
  PERFORM set_config('simiente.purging', 'on', true);
  DELETE FROM public.report_working_copies WHERE patient_id = of_patient;
  DELETE FROM public.report_confirmations c USING public.report_versions v
    WHERE v.id = c.version_id AND v.patient_id = of_patient;
  DELETE FROM public.report_withdrawals w USING public.report_versions v
    WHERE v.id = w.version_id AND v.patient_id = of_patient;
  DELETE FROM public.report_discards d USING public.report_versions v
    WHERE v.id = d.version_id AND v.patient_id = of_patient;
  DELETE FROM public.report_versions WHERE patient_id = of_patient;
  DELETE FROM public.reports WHERE patient_id = of_patient;
  PERFORM set_config('simiente.purging', '', true);
END
$$;--> statement-breakpoint
-- Marks the reports whose results changed before this migration.
DO $$ BEGIN PERFORM refresh_report_basis(array_agg(DISTINCT patient_id)) FROM reports WHERE last_signed_id IS NOT NULL; END $$;
