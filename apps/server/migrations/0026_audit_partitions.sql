-- The audit and its seals only grow: both become partitions of a range of numbers each. What is there
-- becomes the first partition as it is, without a row being copied. The application's role has no right
-- in this schema, so that rows come and go through the partitioned tables alone.
CREATE SCHEMA IF NOT EXISTS "audit_partitions";--> statement-breakpoint
CREATE FUNCTION audit_partition_size() RETURNS bigint
  LANGUAGE sql IMMUTABLE AS 'SELECT 10000000::bigint';--> statement-breakpoint
-- A trigger cannot set what decides the partition, so the default does. It runs as the owner of the
-- tables, because the application's role may not use the sequence.
CREATE FUNCTION next_audit_event_id() RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN nextval('public.audit_events_id_seq');
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION next_audit_event_id() FROM PUBLIC;--> statement-breakpoint
DROP TRIGGER identify_audit_event ON audit_events;--> statement-breakpoint
DROP TRIGGER number_audit_seal ON audit_seals;--> statement-breakpoint
-- The writer chooses neither the id nor the time of a row: the id is the one that the sequence gave last
-- in this session. `clock_timestamp`, because `now` is the beginning of a transaction, which can be long
-- ago.
CREATE OR REPLACE FUNCTION identify_audit_event() RETURNS trigger
  LANGUAGE plpgsql SECURITY INVOKER AS $$
BEGIN
  IF NEW.id OPERATOR(pg_catalog.<>) pg_catalog.currval('public.audit_events_id_seq') THEN
    RAISE EXCEPTION 'audit row % has an id of its own', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  NEW.at := pg_catalog.clock_timestamp();
  RETURN NEW;
END
$$;--> statement-breakpoint
ALTER FUNCTION identify_audit_event() RESET ALL;--> statement-breakpoint
-- Looks at no partition before the one of the last seal.
CREATE OR REPLACE FUNCTION number_audit_seal() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.seq <> 1 + coalesce((SELECT max(seq) FROM public.audit_seals WHERE seq >= NEW.seq - 1), 0) THEN
    RAISE EXCEPTION 'seal % does not follow the last one', NEW.seq USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
ALTER TABLE audit_events ADD COLUMN shown text[], ADD COLUMN shown_set bytea;--> statement-breakpoint
-- Random bytes do not compress, and one looks at a few of many.
ALTER TABLE audit_events ALTER COLUMN shown_set SET STORAGE EXTERNAL;--> statement-breakpoint
DO $$
DECLARE
  first_of record;
  ends bigint;
BEGIN
  -- It would move with the table that it belongs to.
  ALTER SEQUENCE public.audit_events_id_seq OWNED BY NONE;
  FOR first_of IN
    SELECT * FROM (VALUES
      ('audit_events', 'id', coalesce(pg_sequence_last_value('public.audit_events_id_seq'), 0)),
      ('audit_seals', 'seq', 0::bigint)
    ) AS it (name, key, given)
  LOOP
    -- Made and validated beforehand while the application works on (platform/database/bound-audit.ts).
    -- Without it, as in a restored backup, attaching reads the table.
    SELECT substring(pg_get_constraintdef(oid) FROM '(\d+)')::bigint INTO ends FROM pg_constraint
     WHERE conname = first_of.name || '_first' AND convalidated
       AND conrelid = format('public.%I', first_of.name)::regclass;
    IF ends IS NULL THEN
      EXECUTE format('SELECT (greatest($1, max(%I), 0) / $2 + 1) * $2 FROM public.%I', first_of.key, first_of.name)
        INTO ends USING first_of.given, audit_partition_size();
    END IF;
    EXECUTE format('ALTER TABLE public.%I RENAME TO %I', first_of.name, first_of.name || '_0');
    EXECUTE format('ALTER TABLE public.%I SET SCHEMA audit_partitions', first_of.name || '_0');
    EXECUTE format(
      'CREATE TABLE public.%1$I (LIKE audit_partitions.%2$I INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE (%3$I)',
      first_of.name, first_of.name || '_0', first_of.key);
    EXECUTE format('ALTER TABLE public.%I ADD PRIMARY KEY (%I)', first_of.name, first_of.key);
    IF first_of.name = 'audit_events' THEN
      CREATE INDEX audit_events_patient ON public.audit_events (patient_id, id);
      CREATE INDEX audit_events_actor ON public.audit_events (actor_id, id);
      CREATE INDEX audit_events_action ON public.audit_events (action, at, id);
    END IF;
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION audit_partitions.%I FOR VALUES FROM (MINVALUE) TO (%s)',
      first_of.name, first_of.name || '_0', ends);
    EXECUTE format('ALTER TABLE audit_partitions.%I DROP CONSTRAINT IF EXISTS %I',
      first_of.name || '_0', first_of.name || '_first');
    EXECUTE format('CREATE TABLE audit_partitions.%I PARTITION OF public.%I DEFAULT',
      first_of.name || '_rest', first_of.name);
  END LOOP;
  ALTER SEQUENCE public.audit_events_id_seq OWNED BY public.audit_events.id;
END
$$;--> statement-breakpoint
ALTER TABLE audit_events ALTER COLUMN id SET DEFAULT next_audit_event_id();--> statement-breakpoint
CREATE UNIQUE INDEX ON audit_partitions.audit_seals_rest (event_id);--> statement-breakpoint
CREATE TRIGGER identify_audit_event BEFORE INSERT ON audit_events
  FOR EACH ROW EXECUTE FUNCTION identify_audit_event();--> statement-breakpoint
CREATE TRIGGER number_audit_seal BEFORE INSERT ON audit_seals
  FOR EACH ROW EXECUTE FUNCTION number_audit_seal();--> statement-breakpoint
-- Where the last partition of a table ends.
CREATE FUNCTION audit_partitions_end(parent text) RETURNS bigint
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT max(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''(\d+)''\)')::bigint)
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent = format('public.%I', parent)::regclass
$$;--> statement-breakpoint
-- Adds partitions until a whole one is free beyond a number, and moves what the default one has of them.
-- Each is made on its own and then attached, which no writer waits for. Gives how many.
CREATE FUNCTION extend_audit(parent text, key text, reached bigint) RETURNS integer
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  size bigint := public.audit_partition_size();
  begins bigint := public.audit_partitions_end(parent);
  made integer := 0;
  part text;
BEGIN
  WHILE begins < reached + size LOOP
    part := format('audit_partitions.%I', parent || '_' || begins);
    EXECUTE format('CREATE TABLE %s (LIKE public.%I INCLUDING ALL)', part, parent);
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT placed CHECK (%I >= %s AND %2$I < %4$s)',
      part, key, begins, begins + size);
    IF parent = 'audit_seals' THEN
      EXECUTE format('CREATE UNIQUE INDEX ON %s (event_id)', part);
    END IF;
    EXECUTE format(
      'WITH misplaced AS (DELETE FROM audit_partitions.%I WHERE %I >= %s AND %2$I < %4$s RETURNING *)
       INSERT INTO %5$s SELECT * FROM misplaced',
      parent || '_rest', key, begins, begins + size, part);
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION %s FOR VALUES FROM (%s) TO (%s)',
      parent, part, begins, begins + size);
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT placed', part);
    begins := begins + size;
    made := made + 1;
  END LOOP;
  RETURN made;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION extend_audit(text, text, bigint) FROM PUBLIC;--> statement-breakpoint
-- What the application's role may ask for: partitions ahead of what the sequence gave. A reader that
-- holds the default partition makes it give up, and the next run of the job tries again.
CREATE FUNCTION make_audit_partitions() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  given bigint := coalesce(pg_sequence_last_value('public.audit_events_id_seq'), 0);
BEGIN
  PERFORM pg_advisory_xact_lock(7303020);
  -- There are no more seals than rows, whatever number the last one bears.
  RETURN public.extend_audit('audit_events', 'id', given)
    + public.extend_audit('audit_seals', 'seq',
        least(given, (SELECT coalesce(max(seq), 0) FROM public.audit_seals)));
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION make_audit_partitions() FROM PUBLIC;--> statement-breakpoint
-- For metrics: numbers left before the default partition takes rows, and rows that it has.
CREATE FUNCTION audit_partition_room(OUT numbers_left bigint, OUT unplaced bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT least(
      public.audit_partitions_end('audit_events')
        - coalesce(pg_sequence_last_value('public.audit_events_id_seq'), 0),
      public.audit_partitions_end('audit_seals')
        - (SELECT coalesce(max(seq), 0) FROM public.audit_seals)),
    (SELECT count(*) FROM audit_partitions.audit_events_rest)
      + (SELECT count(*) FROM audit_partitions.audit_seals_rest)
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION audit_partition_room() FROM PUBLIC;
