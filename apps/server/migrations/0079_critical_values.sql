ALTER TABLE "analyte_ranges" ADD COLUMN "critical" text;--> statement-breakpoint
ALTER TABLE "received_results" ADD COLUMN "critical" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "result_sets" ADD COLUMN "critical" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "result_sets" ADD COLUMN "critical_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "result_sets" ADD COLUMN "critical_seen_by" text;--> statement-breakpoint
CREATE INDEX "result_sets_critical" ON "result_sets" USING btree ("entered_at","id") WHERE "result_sets"."critical" <> '{}' and "result_sets"."critical_seen_at" is null;