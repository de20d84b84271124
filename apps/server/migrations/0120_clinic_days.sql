-- The day of the clinic's time zone, which a server stores at its start; until then the day of UTC.
CREATE FUNCTION clinic_day(instant timestamptz) RETURNS date
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (instant AT TIME ZONE coalesce(
    (SELECT value #>> '{}' FROM installation WHERE key = 'clinic_time_zone'), 'UTC'))::date;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_patient_days() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'patient', clinic_day(created_sort), '', count(*) FROM came WHERE deleted_at IS NULL GROUP BY 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'patient', clinic_day(created_sort), '', -count(*) FROM gone WHERE deleted_at IS NULL GROUP BY 2;
  ELSE
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'patient', day, '', one FROM (VALUES
        (new.deleted_at, clinic_day(new.created_sort), 1),
        (old.deleted_at, clinic_day(old.created_sort), -1)) AS changed (deleted_at, day, one)
       WHERE deleted_at IS NULL;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_exam_days() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'exam', clinic_day(created_at), type, count(*) FROM came
       WHERE deleted_at IS NULL AND created_at IS NOT NULL GROUP BY 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'exam', clinic_day(created_at), type, -count(*) FROM gone
       WHERE deleted_at IS NULL AND created_at IS NOT NULL GROUP BY 2, 3;
  ELSE
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'exam', day, type, one FROM (VALUES
        (new.deleted_at, clinic_day(new.created_at), new.type, 1),
        (old.deleted_at, clinic_day(old.created_at), old.type, -1)) AS changed (deleted_at, day, type, one)
       WHERE deleted_at IS NULL AND day IS NOT NULL;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_download_days() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'download', clinic_day(at), '', count(*) FROM came GROUP BY 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'download', clinic_day(at), '', -count(*) FROM gone GROUP BY 2;
  ELSE
    INSERT INTO day_counts (kind, day, type, change)
      VALUES ('download', clinic_day(new.at), '', 1), ('download', clinic_day(old.at), '', -1);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
DROP FUNCTION count_earlier_days();--> statement-breakpoint
DROP FUNCTION utc_day(timestamptz);--> statement-breakpoint
DELETE FROM installation WHERE key = 'uncounted_days';--> statement-breakpoint
-- Counts all days anew if the stored counts are of another time zone. The locks wait for writers that counted in it.
CREATE FUNCTION count_days(zone text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM public.installation WHERE key = 'clinic_time_zone' AND value = to_jsonb(zone)) THEN
    RETURN;
  END IF;
  INSERT INTO public.installation (key, value) VALUES ('clinic_time_zone', to_jsonb(zone))
    ON CONFLICT (key) DO UPDATE SET value = excluded.value;
  LOCK TABLE public.patients, public.exams, public.exam_order_downloads, public.day_counts IN SHARE MODE;
  DELETE FROM public.day_counts;
  INSERT INTO public.day_counts (kind, day, type, change, is_sum)
    SELECT 'patient', (created_sort AT TIME ZONE zone)::date, '', count(*), true
      FROM public.patients WHERE deleted_at IS NULL GROUP BY 2
    UNION ALL
    SELECT 'exam', (created_at AT TIME ZONE zone)::date, type, count(*), true
      FROM public.exams WHERE deleted_at IS NULL AND created_at IS NOT NULL GROUP BY 2, 3
    UNION ALL
    SELECT 'download', (at AT TIME ZONE zone)::date, '', count(*), true FROM public.exam_order_downloads
      GROUP BY 2;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION count_days(text) FROM PUBLIC;
