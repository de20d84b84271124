CREATE TRIGGER announce_insert AFTER INSERT ON report_deliveries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('report_delivery');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON report_deliveries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('report_delivery');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON report_deliveries REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('report_delivery');--> statement-breakpoint
-- A consent that is taken back closes what the patient was handed, whoever writes it.
CREATE FUNCTION close_deliveries_of_consent() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE report_deliveries SET closed_at = now(), closed_for = 'consent', closed_by = NEW.withdrawn_by
   WHERE patient_id = NEW.patient_id AND closed_at IS NULL AND expires_at > now();
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER close_deliveries AFTER UPDATE OF withdrawn_at ON consents
  FOR EACH ROW WHEN (OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL)
  EXECUTE FUNCTION close_deliveries_of_consent();
