CREATE SEQUENCE "public"."audit_closed_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
-- It ends with the table whose ids it is about.
ALTER SEQUENCE audit_closed_ids OWNED BY audit_events.id;--> statement-breakpoint
-- The sealer closes ids once everybody has ended who was writing when they were given. The application's
-- role can take an id and keep it; later than that it can no longer use it. The number only rises, and
-- never above what the sequence gave.
CREATE FUNCTION close_audit_ids(up_to bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7303021);
  IF up_to > coalesce(pg_sequence_last_value('public.audit_closed_ids'), 0)
    AND up_to <= pg_sequence_last_value('public.audit_events_id_seq') THEN
    PERFORM setval('public.audit_closed_ids', up_to);
  END IF;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION close_audit_ids(bigint) FROM PUBLIC;--> statement-breakpoint
-- The id is the one that the sequence gave last in this session, and is not closed. A sequence has the
-- same value in every snapshot, and null before its first.
CREATE OR REPLACE FUNCTION identify_audit_event() RETURNS trigger
  LANGUAGE plpgsql SECURITY INVOKER AS $$
BEGIN
  IF NEW.id OPERATOR(pg_catalog.<>) pg_catalog.currval('public.audit_events_id_seq')
    OR NEW.id OPERATOR(pg_catalog.<=) pg_catalog.pg_sequence_last_value('public.audit_closed_ids') THEN
    RAISE EXCEPTION 'audit row % has an id of its own', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  NEW.at := pg_catalog.clock_timestamp();
  RETURN NEW;
END
$$;--> statement-breakpoint
-- Seals of one statement follow the last one, without a gap, and each is of a row that is there: a seal
-- for an id that a later row will have would stand for that row. Once a statement, because a batch has up
-- to a thousand. Each row is looked up by its index, in its own partition: a plan that was made for a
-- small table would read the whole of a large one.
DROP TRIGGER number_audit_seal ON audit_seals;--> statement-breakpoint
CREATE OR REPLACE FUNCTION number_audit_seal() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  first bigint;
  last bigint;
  many bigint;
  missing bigint;
BEGIN
  SELECT min(seq), max(seq), count(*) INTO first, last, many FROM made;
  IF last - first + 1 <> many
    OR first <> 1 AND NOT EXISTS (SELECT FROM public.audit_seals WHERE seq = first - 1)
    OR EXISTS (SELECT FROM public.audit_seals WHERE seq > last) THEN
    RAISE EXCEPTION 'seal % does not follow the last one', first USING ERRCODE = 'check_violation';
  END IF;
  SELECT event_id INTO missing FROM made
   WHERE (SELECT id FROM public.audit_events WHERE id = made.event_id) IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'there is no audit row % to seal', missing USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER number_audit_seal AFTER INSERT ON audit_seals REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION number_audit_seal();
