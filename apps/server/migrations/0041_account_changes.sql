-- Lists of accounts follow the changes of others, as those of records do.
CREATE TRIGGER announce_insert AFTER INSERT ON staff REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('account');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON staff REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('account');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON staff REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('account');
