-- Screens know a report by its id, and follow whose review it is. So a review that begins, ends, or has another
-- reviewer announces its report; what its reviewer saves every second announces nothing.
CREATE FUNCTION announce_reviews() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  named text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(r.id) INTO named
      FROM changed c
      JOIN before b ON b.id = c.id AND b.reviewer_id <> c.reviewer_id
      JOIN reports r ON r.patient_id = c.patient_id AND r.kind = c.kind;
  ELSE
    SELECT array_agg(r.id) INTO named
      FROM changed c
      JOIN reports r ON r.patient_id = c.patient_id AND r.kind = c.kind;
  END IF;
  IF named IS NULL THEN RETURN NULL; END IF;
  IF cardinality(named) > 20 THEN named := NULL; END IF;
  PERFORM pg_notify('simiente_changes', json_build_object('kind', 'report', 'ids', named)::text);
  RETURN NULL;
END
$$;--> statement-breakpoint
DROP TRIGGER announce_insert ON report_working_copies;--> statement-breakpoint
DROP TRIGGER announce_update ON report_working_copies;--> statement-breakpoint
DROP TRIGGER announce_delete ON report_working_copies;--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON report_working_copies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_reviews();--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON report_working_copies REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_reviews();--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON report_working_copies REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_reviews();
