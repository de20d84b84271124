CREATE TABLE "draft_tokens" (
	"name" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "draft_tokens_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "report_discards" (
	"version_id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"patient_id" text NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"type" text NOT NULL,
	"text" text NOT NULL,
	"sha256" text NOT NULL,
	"arrived_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	"sender" text,
	"source" text,
	"model" text,
	"model_version" text,
	"rule_version" text,
	"input_facts" jsonb,
	"sentences" jsonb,
	"from_draft" text,
	"replaces" text,
	"reason" text,
	"patient" jsonb,
	"findings" jsonb,
	"acknowledged_at" timestamp (3) with time zone,
	"accepted_sentence" text,
	"zone" text,
	"verify_code" text,
	"unedited" boolean,
	"signer_id" text,
	"identity_version_id" text,
	"signer" jsonb,
	"proof" text,
	"audit_event_id" bigint,
	CONSTRAINT "report_versions_replaces_unique" UNIQUE("replaces"),
	CONSTRAINT "report_versions_verifyCode_unique" UNIQUE("verify_code"),
	CONSTRAINT "report_versions_number" UNIQUE("patient_id","kind","number"),
	CONSTRAINT "report_version_parts" CHECK (case "report_versions"."type"
        when 'draft' then "report_versions"."source" is not null and "report_versions"."signer_id" is null and "report_versions"."verify_code" is null
          and "report_versions"."audit_event_id" is null and "report_versions"."from_draft" is null and "report_versions"."replaces" is null
        else "report_versions"."source" is null and num_nulls("report_versions"."signer_id", "report_versions"."identity_version_id", "report_versions"."signer",
          "report_versions"."proof", "report_versions"."audit_event_id", "report_versions"."patient", "report_versions"."sentences", "report_versions"."findings",
          "report_versions"."accepted_sentence", "report_versions"."zone", "report_versions"."verify_code", "report_versions"."unedited") = 0 end),
	CONSTRAINT "report_version_amendment" CHECK ("report_versions"."type" not in ('correction', 'addition') or num_nulls("report_versions"."replaces", "report_versions"."reason") = 0)
);
--> statement-breakpoint
CREATE TABLE "report_withdrawals" (
	"version_id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"signer_id" text NOT NULL,
	"identity_version_id" text NOT NULL,
	"signer" jsonb NOT NULL,
	"proof" text NOT NULL,
	"audit_event_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_working_copies" (
	"id" text PRIMARY KEY NOT NULL,
	"patient_id" text NOT NULL,
	"kind" text NOT NULL,
	"base_id" text NOT NULL,
	"amendment_type" text,
	"amendment_reason" text,
	"reviewer_id" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"base_sentences" jsonb NOT NULL,
	"sentences" jsonb NOT NULL,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_figures" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "report_working_copies_one" UNIQUE("patient_id","kind")
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "last_number" integer;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "in_force_id" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "last_signed_id" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "pending_id" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "pending_at" timestamp (3) with time zone;--> statement-breakpoint
-- What there is came with imports: it becomes the first draft of its report, to the byte. Nobody signed it here.
INSERT INTO report_versions (id, patient_id, kind, number, type, text, sha256, arrived_at, source)
  SELECT 'rpv_' || left(encode(sha256(convert_to(id, 'UTF8')), 'hex'), 20), patient_id, kind, 1, 'draft', message,
    encode(sha256(convert_to(message, 'UTF8')), 'hex'), updated_at, 'importacion'
  FROM reports WHERE message <> '';--> statement-breakpoint
DELETE FROM reports WHERE message = '';--> statement-breakpoint
UPDATE reports SET last_number = 1, in_force_id = v.id, pending_id = v.id, pending_at = v.arrived_at
  FROM report_versions v WHERE v.patient_id = reports.patient_id AND v.kind = reports.kind;--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "last_number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "report_discards" ADD CONSTRAINT "report_discards_version_id_report_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."report_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_versions" ADD CONSTRAINT "report_versions_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_versions" ADD CONSTRAINT "report_versions_from_draft_report_versions_id_fk" FOREIGN KEY ("from_draft") REFERENCES "public"."report_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_versions" ADD CONSTRAINT "report_versions_replaces_report_versions_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."report_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_versions" ADD CONSTRAINT "report_versions_signer_id_staff_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_versions" ADD CONSTRAINT "report_versions_identity_version_id_professional_identity_versions_id_fk" FOREIGN KEY ("identity_version_id") REFERENCES "public"."professional_identity_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_withdrawals" ADD CONSTRAINT "report_withdrawals_version_id_report_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."report_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_withdrawals" ADD CONSTRAINT "report_withdrawals_signer_id_staff_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_withdrawals" ADD CONSTRAINT "report_withdrawals_identity_version_id_professional_identity_versions_id_fk" FOREIGN KEY ("identity_version_id") REFERENCES "public"."professional_identity_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_working_copies" ADD CONSTRAINT "report_working_copies_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_working_copies" ADD CONSTRAINT "report_working_copies_base_id_report_versions_id_fk" FOREIGN KEY ("base_id") REFERENCES "public"."report_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_working_copies" ADD CONSTRAINT "report_working_copies_reviewer_id_staff_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_versions_from_draft" ON "report_versions" USING btree ("from_draft") WHERE "report_versions"."from_draft" is not null;--> statement-breakpoint
CREATE INDEX "report_versions_signed" ON "report_versions" USING btree ("arrived_at","signer_id") WHERE "report_versions"."type" <> 'draft';--> statement-breakpoint
CREATE INDEX "reports_pending" ON "reports" USING btree ("pending_at","id") WHERE "reports"."pending_id" is not null;--> statement-breakpoint
ALTER TABLE "reports" DROP COLUMN "message";--> statement-breakpoint
ALTER TABLE "reports" DROP COLUMN "version";--> statement-breakpoint
ALTER TABLE "reports" DROP COLUMN "inserted_at";--> statement-breakpoint
ALTER TABLE "reports" DROP COLUMN "updated_at";--> statement-breakpoint
-- Who signs now: the version of the account's identity that is in force, as a signature shows it. The account is
-- active, its identity is not suspended, and the audit has a row of this act, by this account.
CREATE FUNCTION signer_of(signer text, identity text, act text, version text, event bigint) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found jsonb;
BEGIN
  PERFORM FROM public.professional_identities WHERE staff_id = signer FOR SHARE;
  SELECT jsonb_build_object('idAccount', i.staff_id, 'idIdentityVersion', v.id, 'fullName', v.full_name,
      'cedula', v.cedula, 'institution', v.institution, 'specialty', v.specialty,
      'specialtyCertificate', v.specialty_certificate) INTO found
    FROM public.professional_identities i
    JOIN public.staff s ON s.id = i.staff_id AND s.status = 1
    JOIN LATERAL (SELECT * FROM public.professional_identity_versions confirmed
      WHERE confirmed.staff_id = i.staff_id AND confirmed.confirmed_at IS NOT NULL
      ORDER BY confirmed.entered_at DESC, confirmed.id DESC LIMIT 1) v ON v.id = identity
   WHERE i.staff_id = signer AND i.suspended_at IS NULL;
  IF found IS NULL THEN
    RAISE EXCEPTION 'account % has no active professional identity %', signer, identity USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM public.audit_events WHERE id = event AND action = act AND subject_id = version
      AND actor_kind = 'staff' AND actor_id = signer) THEN
    RAISE EXCEPTION 'the audit has no row of this act on version %', version USING ERRCODE = 'check_violation';
  END IF;
  RETURN found;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION signer_of(text, text, text, text, bigint) FROM PUBLIC;--> statement-breakpoint
-- A version follows the last one of its report, is dated now, and its digest is that of its text. Who is signed for is
-- what the database has of the signer, whatever the writer says. It locks the patient, so that of two acts on one report
-- the later sees the earlier.
CREATE FUNCTION check_report_version() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  in_force text;
BEGIN
  PERFORM FROM public.patients WHERE id = NEW.patient_id FOR NO KEY UPDATE;
  IF NEW.number IS DISTINCT FROM 1 + coalesce((SELECT max(number) FROM public.report_versions
      WHERE patient_id = NEW.patient_id AND kind = NEW.kind), 0) THEN
    RAISE EXCEPTION 'version % does not follow the last one', NEW.number USING ERRCODE = 'check_violation';
  END IF;
  NEW.arrived_at := clock_timestamp();
  NEW.sha256 := encode(sha256(convert_to(NEW.text, 'UTF8')), 'hex');
  NEW.signer := NULL;
  IF NEW.type = 'draft' THEN
    RETURN NEW;
  END IF;
  NEW.signer := public.signer_of(NEW.signer_id, NEW.identity_version_id, 'report.signed', NEW.id, NEW.audit_event_id);
  IF NOT EXISTS (SELECT FROM public.report_versions d WHERE d.id = NEW.from_draft AND d.type = 'draft'
      AND d.patient_id = NEW.patient_id AND d.kind = NEW.kind
      AND NOT EXISTS (SELECT FROM public.report_discards WHERE version_id = d.id)) THEN
    RAISE EXCEPTION 'version % comes from no draft of its report', NEW.number USING ERRCODE = 'check_violation';
  END IF;
  SELECT s.id INTO in_force FROM public.report_versions s
   WHERE s.patient_id = NEW.patient_id AND s.kind = NEW.kind AND s.type <> 'draft'
   ORDER BY s.number DESC LIMIT 1;
  IF EXISTS (SELECT FROM public.report_withdrawals WHERE version_id = in_force) THEN
    in_force := NULL;
  END IF;
  IF NEW.replaces IS DISTINCT FROM in_force THEN
    RAISE EXCEPTION 'version % does not take the place of the one in force', NEW.number
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER check_report_version BEFORE INSERT ON report_versions
  FOR EACH ROW EXECUTE FUNCTION check_report_version();--> statement-breakpoint
-- What is in force is withdrawn, once.
CREATE FUNCTION check_report_withdrawal() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.patients p JOIN public.report_versions v ON v.patient_id = p.id
    WHERE v.id = NEW.version_id FOR NO KEY UPDATE OF p;
  IF NOT EXISTS (SELECT FROM public.report_versions v WHERE v.id = NEW.version_id AND v.type <> 'draft'
      AND NOT EXISTS (SELECT FROM public.report_versions later WHERE later.patient_id = v.patient_id
        AND later.kind = v.kind AND later.type <> 'draft' AND later.number > v.number)) THEN
    RAISE EXCEPTION 'version % is not in force', NEW.version_id USING ERRCODE = 'check_violation';
  END IF;
  NEW.at := clock_timestamp();
  NEW.signer := public.signer_of(NEW.signer_id, NEW.identity_version_id, 'report.withdrawn', NEW.version_id,
    NEW.audit_event_id);
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER check_report_withdrawal BEFORE INSERT ON report_withdrawals
  FOR EACH ROW EXECUTE FUNCTION check_report_withdrawal();--> statement-breakpoint
-- Only a draft is discarded, and none that a signed version came from.
CREATE FUNCTION check_report_discard() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.patients p JOIN public.report_versions v ON v.patient_id = p.id
    WHERE v.id = NEW.version_id FOR NO KEY UPDATE OF p;
  IF NOT EXISTS (SELECT FROM public.report_versions v WHERE v.id = NEW.version_id AND v.type = 'draft'
      AND NOT EXISTS (SELECT FROM public.report_versions s WHERE s.from_draft = v.id)) THEN
    RAISE EXCEPTION 'version % is no open draft', NEW.version_id USING ERRCODE = 'check_violation';
  END IF;
  NEW.at := clock_timestamp();
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER check_report_discard BEFORE INSERT ON report_discards
  FOR EACH ROW EXECUTE FUNCTION check_report_discard();--> statement-breakpoint
-- What is in force of each of these reports, and what waits for a signature. The id of a report is the one that
-- imports always gave it.
CREATE FUNCTION derive_reports(of_patients text[], of_kinds text[]) RETURNS void
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.reports AS r (id, patient_id, kind, last_number, in_force_id, last_signed_id, pending_id, pending_at)
  SELECT 'rep_' || left(encode(sha256(convert_to('["' || t.patient_id || '","' || t.kind || '"]', 'UTF8')), 'hex'), 20),
      t.patient_id, t.kind, newest.number,
      CASE WHEN signed.id IS NULL THEN pending.id
        WHEN NOT EXISTS (SELECT FROM public.report_withdrawals WHERE version_id = signed.id) THEN signed.id END,
      signed.id, pending.id, pending.arrived_at
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
  ON CONFLICT (patient_id, kind) DO UPDATE SET last_number = excluded.last_number,
    in_force_id = excluded.in_force_id, last_signed_id = excluded.last_signed_id,
    pending_id = excluded.pending_id, pending_at = excluded.pending_at
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION derive_reports(text[], text[]) FROM PUBLIC;--> statement-breakpoint
-- Runs as the owner: the application's role reads what is derived, and does not write it.
CREATE FUNCTION derive_touched_reports() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  of_patients text[];
  of_kinds text[];
BEGIN
  IF TG_TABLE_NAME = 'report_versions' THEN
    SELECT array_agg(patient_id), array_agg(kind) INTO of_patients, of_kinds FROM changed;
  ELSE
    SELECT array_agg(v.patient_id), array_agg(v.kind) INTO of_patients, of_kinds
      FROM changed JOIN public.report_versions v ON v.id = changed.version_id;
  END IF;
  IF of_patients IS NOT NULL THEN
    PERFORM public.derive_reports(of_patients, of_kinds);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER derive_reports AFTER INSERT ON report_versions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION derive_touched_reports();--> statement-breakpoint
CREATE TRIGGER derive_reports AFTER INSERT ON report_withdrawals REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION derive_touched_reports();--> statement-breakpoint
CREATE TRIGGER derive_reports AFTER INSERT ON report_discards REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION derive_touched_reports();--> statement-breakpoint
-- Only `purge_reports` removes versions, and the removal of demo data.
CREATE FUNCTION refuse_removing() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF current_setting('simiente.purging', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION 'rows of % are never removed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER refuse_rewriting BEFORE UPDATE ON report_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();--> statement-breakpoint
CREATE TRIGGER refuse_removing BEFORE DELETE ON report_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removing();--> statement-breakpoint
CREATE TRIGGER refuse_rewriting BEFORE UPDATE ON report_withdrawals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();--> statement-breakpoint
CREATE TRIGGER refuse_removing BEFORE DELETE ON report_withdrawals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removing();--> statement-breakpoint
CREATE TRIGGER refuse_rewriting BEFORE UPDATE ON report_discards
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();--> statement-breakpoint
CREATE TRIGGER refuse_removing BEFORE DELETE ON report_discards
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removing();--> statement-breakpoint
-- Removes the reports of a blocked patient, none of which is younger than the law's five years.
CREATE FUNCTION purge_reports(of_patient text) RETURNS void
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
  DELETE FROM public.report_withdrawals w USING public.report_versions v
    WHERE v.id = w.version_id AND v.patient_id = of_patient;
  DELETE FROM public.report_discards d USING public.report_versions v
    WHERE v.id = d.version_id AND v.patient_id = of_patient;
  DELETE FROM public.report_versions WHERE patient_id = of_patient;
  DELETE FROM public.reports WHERE patient_id = of_patient;
  PERFORM set_config('simiente.purging', '', true);
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION purge_reports(text) FROM PUBLIC;--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON report_working_copies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('report');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON report_working_copies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('report');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON report_working_copies REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('report');
