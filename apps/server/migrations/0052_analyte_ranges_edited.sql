-- A range that was written wrong is edited; the audit keeps what it was.
DROP TRIGGER refuse_rewriting ON "analyte_ranges";--> statement-breakpoint
-- Of two for the same day the later one was in force.
DELETE FROM "analyte_ranges" earlier USING "analyte_ranges" later
 WHERE later.laboratory_id = earlier.laboratory_id AND later.analyte = earlier.analyte
   AND later.method IS NOT DISTINCT FROM earlier.method AND later.valid_from = earlier.valid_from
   AND (later.entered_at, later.id) > (earlier.entered_at, earlier.id);--> statement-breakpoint
ALTER TABLE "analyte_ranges" DROP CONSTRAINT "analyte_ranges_day";--> statement-breakpoint
ALTER TABLE "analyte_ranges" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "analyte_ranges" ADD CONSTRAINT "analyte_ranges_day" UNIQUE NULLS NOT DISTINCT("laboratory_id","analyte","method","valid_from");--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON analyte_ranges REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('analyte_range');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON analyte_ranges REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('analyte_range');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON analyte_ranges REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('analyte_range');
