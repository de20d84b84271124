ALTER TABLE "exams" ADD COLUMN "blocked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "blocked_at" timestamp (3) with time zone;