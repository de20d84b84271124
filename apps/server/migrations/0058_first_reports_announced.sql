-- A screen knows a report by its id, and that of a patient without one knows none. So the first text of a report
-- announces the patient too.
CREATE FUNCTION announce_first_reports() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  named text[];
BEGIN
  SELECT array_agg(few.id) INTO named
    FROM (SELECT unnest(ARRAY[c.id::text, c.patient_id::text]) AS id FROM changed c LIMIT 21) few;
  IF named IS NULL THEN RETURN NULL; END IF;
  IF cardinality(named) > 20 OR octet_length(array_to_string(named, '')) > 4000 THEN
    named := NULL;
  END IF;
  PERFORM pg_notify('simiente_changes', json_build_object('kind', 'report', 'ids', named)::text);
  RETURN NULL;
END
$$;--> statement-breakpoint
DROP TRIGGER announce_insert ON reports;--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON reports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_first_reports();
