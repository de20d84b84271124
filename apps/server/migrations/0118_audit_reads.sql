-- 'Accesos' reads the lists that showed a person from the audit itself.
DROP FUNCTION index_audit_appearances(bigint, text);--> statement-breakpoint
DROP TABLE "audit_appearances";--> statement-breakpoint
DROP TABLE "audit_appearances_progress";--> statement-breakpoint
CREATE INDEX "audit_events_shown" ON "audit_events" USING gin ("shown") WITH (gin_pending_list_limit=256);--> statement-breakpoint
-- Counts each patient once an hour for an account. Returns null, or the seconds until the account may open another
-- patient's record; nothing is counted then. The lock is of the account, so that concurrent transactions that open
-- several patients in any order do not deadlock; it is not taken if all patients are counted already.
CREATE FUNCTION count_opened_records(account text, patients text[], most integer) RETURNS integer
  LANGUAGE plpgsql AS $$
DECLARE
  hour CONSTANT bigint := 3600000;
  clock CONSTANT bigint := extract(epoch FROM now()) * 1000;
  counted rate_limits;
  opened text[];
BEGIN
  IF NOT EXISTS (SELECT FROM unnest(patients) AS patient WHERE NOT EXISTS (SELECT FROM rate_limits
      WHERE key = 'opened:' || account || ':' || patient AND expire > clock)) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('opens:' || account, 0));
  SELECT * INTO counted FROM rate_limits WHERE key = 'opens:' || account AND expire > clock;
  SELECT array_agg(key) INTO opened FROM (
    SELECT DISTINCT 'opened:' || account || ':' || patient AS key FROM unnest(patients) AS patient) AS keys
   WHERE NOT EXISTS (SELECT FROM rate_limits WHERE rate_limits.key = keys.key AND expire > clock);
  IF opened IS NULL THEN
    RETURN NULL;
  END IF;
  IF coalesce(counted.points, 0) + cardinality(opened) > most THEN
    RETURN greatest(1, ceil((coalesce(counted.expire, clock + hour) - clock) / 1000.0));
  END IF;
  INSERT INTO rate_limits (key, points, expire)
    SELECT key, 1, clock + hour FROM unnest(opened) AS key
    UNION ALL SELECT 'opens:' || account, cardinality(opened) + coalesce(counted.points, 0),
      coalesce(counted.expire, clock + hour)
    ON CONFLICT (key) DO UPDATE SET points = excluded.points, expire = excluded.expire;
  RETURN NULL;
END
$$;
