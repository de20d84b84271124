ALTER TABLE "exams" ADD COLUMN "deletion_reason" text;--> statement-breakpoint
ALTER TABLE "result_sets" ADD COLUMN "acknowledged" text[] DEFAULT '{}' NOT NULL;