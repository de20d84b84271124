CREATE TRIGGER announce_insert AFTER INSERT ON data_requests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('data_request');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON data_requests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('data_request');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON data_requests REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('data_request');
