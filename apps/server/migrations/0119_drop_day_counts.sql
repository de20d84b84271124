-- The dashboard counts the rows of its period.
DROP TRIGGER count_inserted_days ON patients;--> statement-breakpoint
DROP TRIGGER count_deleted_days ON patients;--> statement-breakpoint
DROP TRIGGER count_moved_days ON patients;--> statement-breakpoint
DROP TRIGGER count_inserted_days ON exams;--> statement-breakpoint
DROP TRIGGER count_deleted_days ON exams;--> statement-breakpoint
DROP TRIGGER count_moved_days ON exams;--> statement-breakpoint
DROP TRIGGER count_inserted_days ON exam_order_downloads;--> statement-breakpoint
DROP TRIGGER count_deleted_days ON exam_order_downloads;--> statement-breakpoint
DROP TRIGGER count_moved_days ON exam_order_downloads;--> statement-breakpoint
DROP FUNCTION count_patient_days, count_exam_days, count_download_days, count_earlier_days;--> statement-breakpoint
DROP FUNCTION utc_day;--> statement-breakpoint
DROP TABLE "day_counts";--> statement-breakpoint
DELETE FROM installation WHERE key = 'uncounted_days';
