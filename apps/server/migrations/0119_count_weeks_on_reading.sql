-- The dashboard counts records, because its sums of days had more rows than it counts.
DROP FUNCTION count_patient_days() CASCADE;--> statement-breakpoint
DROP FUNCTION count_exam_days() CASCADE;--> statement-breakpoint
DROP FUNCTION count_download_days() CASCADE;--> statement-breakpoint
DROP FUNCTION count_earlier_days();--> statement-breakpoint
DROP FUNCTION utc_day(timestamptz);--> statement-breakpoint
DELETE FROM installation WHERE key = 'uncounted_days';--> statement-breakpoint
DROP TABLE "day_counts";
