-- One id names one record of one kind, whoever inserts it: the API, an import or a COPY.
CREATE FUNCTION register_record_ids() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO record_ids (id, kind) SELECT id, TG_ARGV[0] FROM inserted;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER register_ids AFTER INSERT ON patients REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION register_record_ids('patient');--> statement-breakpoint
CREATE TRIGGER register_ids AFTER INSERT ON exams REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION register_record_ids('exam');--> statement-breakpoint
CREATE TRIGGER register_ids AFTER INSERT ON doctors REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION register_record_ids('doctor');--> statement-breakpoint
CREATE TRIGGER register_ids AFTER INSERT ON doctor_appointments REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION register_record_ids('doctor_appointment');--> statement-breakpoint
CREATE TRIGGER register_ids AFTER INSERT ON recipe_appointments REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION register_record_ids('recipe_appointment');--> statement-breakpoint
CREATE TRIGGER register_ids AFTER INSERT ON partners REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION register_record_ids('partner');--> statement-breakpoint
CREATE TRIGGER register_ids AFTER INSERT ON branches REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION register_record_ids('branch');--> statement-breakpoint
CREATE TRIGGER register_ids AFTER INSERT ON prospects REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION register_record_ids('prospect');
