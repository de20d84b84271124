ALTER TABLE "result_values" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "result_values" ADD COLUMN "filler_number" text;--> statement-breakpoint
ALTER TABLE "result_values" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "result_values_filler" ON "result_values" USING btree ("filler_number") WHERE "result_values"."filler_number" is not null;