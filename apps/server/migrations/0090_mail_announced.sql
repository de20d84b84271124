-- The job that sends mail runs at once: a person may wait for a code or a link.
CREATE TRIGGER announce_insert AFTER INSERT ON mails REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('mail');
