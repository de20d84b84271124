ALTER TABLE "doctor_appointments" ADD COLUMN "invalid_dates" jsonb;--> statement-breakpoint
ALTER TABLE "recipe_appointments" ADD COLUMN "invalid_dates" jsonb;--> statement-breakpoint
ALTER TABLE "exams" ADD COLUMN "invalid_dates" jsonb;--> statement-breakpoint
ALTER TABLE "fertility_tests" ADD COLUMN "history_name" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "invalid_dates" jsonb;--> statement-breakpoint
ALTER TABLE "prospects" ADD COLUMN "invalid_dates" jsonb;