DROP INDEX "reports_pending";--> statement-breakpoint
CREATE INDEX "reports_pending" ON "reports" USING btree ("pending_at","id") WHERE "reports"."pending_at" is not null;--> statement-breakpoint
-- A correction or an addition that somebody began waits for a signature too, and so does a withdrawn text that is
-- reviewed again: the working copy of a signed version. `pending_at` says since when, or of the draft that waits
-- besides if that is older.
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
    pending_id = excluded.pending_id, pending_at = excluded.pending_at
$$;--> statement-breakpoint
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
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER derive_reports_begun AFTER INSERT ON report_working_copies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION derive_touched_reports();--> statement-breakpoint
CREATE TRIGGER derive_reports_ended AFTER DELETE ON report_working_copies REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION derive_touched_reports();--> statement-breakpoint
-- Those that are under way already.
UPDATE reports r SET pending_at = least(r.pending_at, c.started_at)
  FROM report_working_copies c JOIN report_versions v ON v.id = c.base_id AND v.type <> 'draft'
  WHERE c.patient_id = r.patient_id AND c.kind = r.kind;
