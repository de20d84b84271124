CREATE FUNCTION utc_day(value timestamptz) RETURNS date
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (value AT TIME ZONE 'UTC')::date;--> statement-breakpoint
-- They add what a statement changed of how many records there are in each day.
CREATE FUNCTION count_patient_days() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'patient', utc_day(created_sort), '', count(*) FROM came WHERE deleted_at IS NULL GROUP BY 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'patient', utc_day(created_sort), '', -count(*) FROM gone WHERE deleted_at IS NULL GROUP BY 2;
  ELSE
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'patient', day, '', one FROM (VALUES
        (new.deleted_at, utc_day(new.created_sort), 1),
        (old.deleted_at, utc_day(old.created_sort), -1)) AS changed (deleted_at, day, one)
       WHERE deleted_at IS NULL;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION count_exam_days() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'exam', utc_day(created_at), type, count(*) FROM came
       WHERE deleted_at IS NULL AND created_at IS NOT NULL GROUP BY 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'exam', utc_day(created_at), type, -count(*) FROM gone
       WHERE deleted_at IS NULL AND created_at IS NOT NULL GROUP BY 2, 3;
  ELSE
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'exam', day, type, one FROM (VALUES
        (new.deleted_at, utc_day(new.created_at), new.type, 1),
        (old.deleted_at, utc_day(old.created_at), old.type, -1)) AS changed (deleted_at, day, type, one)
       WHERE deleted_at IS NULL AND day IS NOT NULL;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION count_download_days() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'download', utc_day(at), '', count(*) FROM came GROUP BY 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO day_counts (kind, day, type, change)
      SELECT 'download', utc_day(at), '', -count(*) FROM gone GROUP BY 2;
  ELSE
    INSERT INTO day_counts (kind, day, type, change)
      VALUES ('download', utc_day(new.at), '', 1), ('download', utc_day(old.at), '', -1);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER count_inserted_days AFTER INSERT ON patients REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_patient_days();--> statement-breakpoint
CREATE TRIGGER count_deleted_days AFTER DELETE ON patients REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_patient_days();--> statement-breakpoint
CREATE TRIGGER count_moved_days AFTER UPDATE ON patients FOR EACH ROW
  WHEN ((old.created_at, old.deleted_at IS NULL) IS DISTINCT FROM (new.created_at, new.deleted_at IS NULL))
  EXECUTE FUNCTION count_patient_days();--> statement-breakpoint
CREATE TRIGGER count_inserted_days AFTER INSERT ON exams REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_exam_days();--> statement-breakpoint
CREATE TRIGGER count_deleted_days AFTER DELETE ON exams REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_exam_days();--> statement-breakpoint
CREATE TRIGGER count_moved_days AFTER UPDATE ON exams FOR EACH ROW
  WHEN ((old.created_at, old.type, old.deleted_at IS NULL)
    IS DISTINCT FROM (new.created_at, new.type, new.deleted_at IS NULL))
  EXECUTE FUNCTION count_exam_days();--> statement-breakpoint
CREATE TRIGGER count_inserted_days AFTER INSERT ON exam_order_downloads REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_download_days();--> statement-breakpoint
CREATE TRIGGER count_deleted_days AFTER DELETE ON exam_order_downloads REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_download_days();--> statement-breakpoint
CREATE TRIGGER count_moved_days AFTER UPDATE ON exam_order_downloads FOR EACH ROW
  WHEN (old.at IS DISTINCT FROM new.at) EXECUTE FUNCTION count_download_days();--> statement-breakpoint
-- What is already there is counted after this migration, which would otherwise keep the tables locked.
INSERT INTO installation (key, value)
  SELECT 'uncounted_days', 'true'
   WHERE EXISTS (SELECT FROM patients) OR EXISTS (SELECT FROM exam_order_downloads);--> statement-breakpoint
-- Adds what there is less what the triggers counted, both of one snapshot: right beside any writer.
CREATE FUNCTION count_earlier_days() RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM installation WHERE key = 'uncounted_days';
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO day_counts (kind, day, type, change, is_sum)
    SELECT kind, day, type, sum(figure), true FROM (
      SELECT 'patient' AS kind, utc_day(created_sort) AS day, '' AS type, count(*) AS figure
        FROM patients WHERE deleted_at IS NULL GROUP BY 2
      UNION ALL
      SELECT 'exam', utc_day(created_at), type, count(*)
        FROM exams WHERE deleted_at IS NULL AND created_at IS NOT NULL GROUP BY 2, 3
      UNION ALL
      SELECT 'download', utc_day(at), '', count(*) FROM exam_order_downloads GROUP BY 2
      UNION ALL
      SELECT kind, day, type, -change FROM day_counts) AS counted
    GROUP BY kind, day, type HAVING sum(figure) <> 0;
END
$$;
