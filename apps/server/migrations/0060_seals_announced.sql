CREATE INDEX "report_versions_audit_event" ON "report_versions" USING btree ("audit_event_id") WHERE "report_versions"."audit_event_id" is not null;--> statement-breakpoint
-- A signature is handed out once it is sealed, which open screens wait for: the seal announces its report.
CREATE FUNCTION announce_sealed_reports() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  named text[];
BEGIN
  SELECT array_agg(few.id) INTO named
    FROM (SELECT r.id FROM changed c
      JOIN public.report_versions v ON v.audit_event_id = c.event_id
      JOIN public.reports r ON r.patient_id = v.patient_id AND r.kind = v.kind LIMIT 21) few;
  IF named IS NULL THEN RETURN NULL; END IF;
  IF cardinality(named) > 20 OR octet_length(array_to_string(named, '')) > 4000 THEN
    named := NULL;
  END IF;
  PERFORM pg_notify('simiente_changes', json_build_object('kind', 'report', 'ids', named)::text);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER announce_sealed_reports AFTER INSERT ON audit_seals REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_sealed_reports();
