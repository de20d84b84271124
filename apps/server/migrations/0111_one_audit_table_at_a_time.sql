-- Extends one table of the audit in a transaction: who reads both, in either order, cannot make it a deadlock.
CREATE OR REPLACE FUNCTION make_audit_partitions() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  given bigint := coalesce(pg_sequence_last_value('public.audit_events_id_seq'), 0);
  made integer;
BEGIN
  PERFORM pg_advisory_xact_lock(7303020);
  made := public.extend_audit('audit_events', 'id', given);
  IF made > 0 THEN RETURN made; END IF;
  -- There are no more seals than rows, whatever number the last one bears.
  RETURN public.extend_audit('audit_seals', 'seq',
    least(given, (SELECT coalesce(max(seq), 0) FROM public.audit_seals)));
END
$$;
