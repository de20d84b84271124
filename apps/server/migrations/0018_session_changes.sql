-- Says to every server process whose sessions it must no longer take from memory: somebody whose
-- account was changed, or one of whose sessions was ended or cut short. To extend one takes nothing away.
CREATE FUNCTION announce_session_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('simiente_sessions', to_jsonb(OLD) ->> TG_ARGV[0]);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER announce_account_change AFTER UPDATE OR DELETE ON staff
  FOR EACH ROW EXECUTE FUNCTION announce_session_change('id');--> statement-breakpoint
CREATE TRIGGER announce_session_end AFTER DELETE ON staff_sessions
  FOR EACH ROW EXECUTE FUNCTION announce_session_change('user_id');--> statement-breakpoint
CREATE TRIGGER announce_session_cut AFTER UPDATE ON staff_sessions FOR EACH ROW
  WHEN (NEW.expires_at < OLD.expires_at OR NEW.created_at < OLD.created_at
    OR NEW.token <> OLD.token OR NEW.user_id <> OLD.user_id)
  EXECUTE FUNCTION announce_session_change('user_id');
