-- Says to every server process what a statement changed, once it is committed: the kind of record, and
-- which ones as long as they are few. A statement says so once, however many rows it changed, and what
-- is said twice in one transaction is heard once. A notification holds less than 8000 bytes.
CREATE FUNCTION announce_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  named text[];
BEGIN
  SELECT array_agg(few.id) INTO named FROM (SELECT id::text FROM changed LIMIT 21) few;
  IF named IS NULL THEN RETURN NULL; END IF;
  IF cardinality(named) > 20 OR octet_length(array_to_string(named, '')) > 4000 THEN
    named := NULL;
  END IF;
  PERFORM pg_notify('simiente_changes', json_build_object('kind', TG_ARGV[0], 'ids', named)::text);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON patients REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('patient');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON patients REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('patient');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON patients REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('patient');--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON reports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('report');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON reports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('report');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON reports REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('report');--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON exams REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('exam');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON exams REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('exam');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON exams REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('exam');--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON doctors REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('doctor');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON doctors REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('doctor');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON doctors REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('doctor');--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON doctor_appointments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('doctor_appointment');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON doctor_appointments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('doctor_appointment');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON doctor_appointments REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('doctor_appointment');--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON recipe_appointments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('recipe_appointment');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON recipe_appointments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('recipe_appointment');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON recipe_appointments REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('recipe_appointment');--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON partners REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('partner');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON partners REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('partner');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON partners REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('partner');--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON branches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('branch');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON branches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('branch');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON branches REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('branch');--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON prospects REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('prospect');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON prospects REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('prospect');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON prospects REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('prospect');--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON exam_orders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('exam_order');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON exam_orders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('exam_order');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON exam_orders REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('exam_order');--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON exam_order_downloads REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('exam_order_download');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON exam_order_downloads REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('exam_order_download');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON exam_order_downloads REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('exam_order_download');--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON calendly_deliveries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('calendly_delivery');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON calendly_deliveries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('calendly_delivery');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON calendly_deliveries REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('calendly_delivery');
