CREATE TABLE "audit_appearances" (
	"person_id" text NOT NULL,
	"day" date NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"action" text NOT NULL,
	"address" text NOT NULL,
	"background" boolean NOT NULL,
	"times" integer NOT NULL,
	"last_event" bigint NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_appearances_pkey" PRIMARY KEY("person_id","day","actor_kind","actor_id","action","address","background")
);
--> statement-breakpoint
CREATE TABLE "audit_appearances_progress" (
	"singleton" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"up_to" bigint NOT NULL
);
--> statement-breakpoint
-- No row of before says whose data it showed.
INSERT INTO audit_appearances_progress (up_to)
  SELECT given FROM pg_sequence_last_value('audit_events_id_seq') AS given WHERE given IS NOT NULL;--> statement-breakpoint
-- Adds what rows of the audit showed, up to one below which nobody writes any more, and as many as one
-- transaction should look at. Gives up to which row it came.
CREATE FUNCTION index_audit_appearances(sealed_up_to bigint, zone text) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  since bigint;
  until bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(7303021);
  SELECT coalesce(max(up_to), 0) INTO since FROM public.audit_appearances_progress;
  until := least(sealed_up_to, since + 100000,
    coalesce(pg_sequence_last_value('public.audit_events_id_seq'), 0));
  IF until <= since THEN
    RETURN since;
  END IF;
  INSERT INTO public.audit_appearances AS known
    (person_id, day, actor_kind, actor_id, action, address, background, times, last_event, last_at)
  SELECT person, (e.at AT TIME ZONE zone)::date, e.actor_kind, coalesce(e.actor_id, ''), e.action,
      coalesce(e.address, ''), coalesce(e.details -> 'background' = 'true', false),
      count(*), max(e.id), max(e.at)
    FROM public.audit_events e CROSS JOIN LATERAL unnest(e.shown) AS person
   WHERE e.id > since AND e.id <= until AND e.patient_id IS DISTINCT FROM person
   GROUP BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (person_id, day, actor_kind, actor_id, action, address, background) DO UPDATE
    SET times = known.times + excluded.times, last_event = excluded.last_event, last_at = excluded.last_at;
  INSERT INTO public.audit_appearances_progress (up_to) VALUES (until)
    ON CONFLICT (singleton) DO UPDATE SET up_to = excluded.up_to;
  RETURN until;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION index_audit_appearances(bigint, text) FROM PUBLIC;--> statement-breakpoint
-- Whether a set of members of eight bytes, in their order, has one: by halves, because of a large set
-- PostgreSQL reads only what it is asked for.
CREATE FUNCTION audit_set_has(members bytea, member bytea) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  low integer := 0;
  high integer := octet_length(members) / 8;
  middle integer;
  found bytea;
BEGIN
  WHILE low < high LOOP
    middle := (low + high) / 2;
    found := substring(members FROM middle * 8 + 1 FOR 8);
    IF found = member THEN
      RETURN true;
    ELSIF found < member THEN
      low := middle + 1;
    ELSE
      high := middle;
    END IF;
  END LOOP;
  RETURN false;
END
$$;
