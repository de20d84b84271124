ALTER TABLE "calendly_deliveries" ADD COLUMN "settled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calendly_deliveries" ADD COLUMN "settled_by" text;--> statement-breakpoint
ALTER TABLE "calendly_deliveries" ADD COLUMN "settled_reason" text;