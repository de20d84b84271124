CREATE TABLE "audit_sealing_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_sealing_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- The sequence of an identity column ends with it: its successor goes on from the id it gave last.
DO $$
DECLARE
  last_id bigint := pg_sequence_last_value('audit_events_id_seq');
BEGIN
  ALTER TABLE audit_events ALTER COLUMN id DROP IDENTITY;
  CREATE SEQUENCE audit_events_id_seq OWNED BY audit_events.id;
  IF last_id IS NOT NULL THEN
    PERFORM setval('audit_events_id_seq', last_id);
  END IF;
END
$$;--> statement-breakpoint
ALTER TABLE "audit_events" ALTER COLUMN "id" SET DEFAULT 0;--> statement-breakpoint
-- The writer chooses neither the id nor the time of a row. It runs as the owner of the tables, because
-- the application's role may not use the sequence. `clock_timestamp`, because `now` is the beginning of
-- a transaction, which can be long ago.
CREATE FUNCTION identify_audit_event() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.id := nextval('public.audit_events_id_seq');
  NEW.at := clock_timestamp();
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER identify_audit_event BEFORE INSERT ON audit_events
  FOR EACH ROW EXECUTE FUNCTION identify_audit_event();--> statement-breakpoint
-- A seal with a number far ahead would be the end of the chain, with no number left for the next.
CREATE FUNCTION number_audit_seal() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.seq <> 1 + coalesce((SELECT max(seq) FROM audit_seals), 0) THEN
    RAISE EXCEPTION 'seal % does not follow the last one', NEW.seq USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER number_audit_seal BEFORE INSERT ON audit_seals
  FOR EACH ROW EXECUTE FUNCTION number_audit_seal();--> statement-breakpoint
-- Prolongs the run of a server that seals, or begins one where it was not heard of for three minutes:
-- the machine slept, or the database did not answer. Gives the run's id.
CREATE FUNCTION mark_sealing_run(run bigint) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  marked bigint;
BEGIN
  UPDATE public.audit_sealing_runs SET until = moment
   WHERE id = run AND until > moment - interval '3 minutes'
  RETURNING id INTO marked;
  IF marked IS NULL THEN
    INSERT INTO public.audit_sealing_runs (since, until) VALUES (moment, moment)
    RETURNING id INTO marked;
  END IF;
  RETURN marked;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION mark_sealing_run(bigint) FROM PUBLIC;
