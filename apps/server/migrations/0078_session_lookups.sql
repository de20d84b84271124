-- Each request looks up its session, so no process has to be told of changes.
DROP TRIGGER announce_account_change ON staff;--> statement-breakpoint
DROP TRIGGER announce_session_end ON staff_sessions;--> statement-breakpoint
DROP TRIGGER announce_session_cut ON staff_sessions;--> statement-breakpoint
DROP FUNCTION announce_session_change();
