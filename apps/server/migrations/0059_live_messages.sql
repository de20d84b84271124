CREATE INDEX "professional_identities_suspended" ON "professional_identities" USING btree ("suspended_at") WHERE "professional_identities"."suspended_at" is not null;--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON laboratory_messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('laboratory_message');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON laboratory_messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('laboratory_message');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON laboratory_messages REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('laboratory_message');
