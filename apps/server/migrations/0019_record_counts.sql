CREATE TABLE "record_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "record_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"status_group" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "record_counts_kind" ON "record_counts" USING btree ("kind");--> statement-breakpoint
-- Adds what a statement changed of how many records there are outside the bin, by status group.
CREATE FUNCTION count_records() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_counts (kind, status_group, change)
      SELECT TG_ARGV[0], status_group, count(*) FROM came WHERE deleted_at IS NULL GROUP BY status_group;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO record_counts (kind, status_group, change)
      SELECT TG_ARGV[0], status_group, -count(*) FROM gone WHERE deleted_at IS NULL GROUP BY status_group;
  ELSE
    INSERT INTO record_counts (kind, status_group, change)
      SELECT TG_ARGV[0], status_group, sum(one)
        FROM (SELECT status_group, 1 AS one FROM came WHERE deleted_at IS NULL
              UNION ALL SELECT status_group, -1 FROM gone WHERE deleted_at IS NULL) changed
       GROUP BY status_group HAVING sum(one) <> 0;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER count_inserted AFTER INSERT ON patients REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_records('patient');--> statement-breakpoint
CREATE TRIGGER count_updated AFTER UPDATE ON patients REFERENCING NEW TABLE AS came OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_records('patient');--> statement-breakpoint
CREATE TRIGGER count_deleted AFTER DELETE ON patients REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_records('patient');--> statement-breakpoint
CREATE TRIGGER count_inserted AFTER INSERT ON prospects REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_records('prospect');--> statement-breakpoint
CREATE TRIGGER count_updated AFTER UPDATE ON prospects REFERENCING NEW TABLE AS came OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_records('prospect');--> statement-breakpoint
CREATE TRIGGER count_deleted AFTER DELETE ON prospects REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_records('prospect');--> statement-breakpoint
INSERT INTO record_counts (kind, status_group, change)
  SELECT 'patient', status_group::text, count(*) FROM patients WHERE deleted_at IS NULL GROUP BY status_group
  UNION ALL
  SELECT 'prospect', status_group, count(*) FROM prospects WHERE deleted_at IS NULL GROUP BY status_group
   ORDER BY 1, 2;
