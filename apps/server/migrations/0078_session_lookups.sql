-- Each request reads its session from the table; the notification of changes is no longer needed.
DROP TRIGGER announce_account_change ON staff;--> statement-breakpoint
DROP TRIGGER announce_session_end ON staff_sessions;--> statement-breakpoint
DROP TRIGGER announce_session_cut ON staff_sessions;--> statement-breakpoint
DROP FUNCTION announce_session_change();
