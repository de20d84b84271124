ALTER TABLE "result_corrections" ADD COLUMN "kind" text DEFAULT 'corrected' NOT NULL;--> statement-breakpoint
ALTER TABLE "result_corrections" ADD COLUMN "other_set_id" text;