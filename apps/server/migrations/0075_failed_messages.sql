ALTER TABLE "partners" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "laboratory_messages" ADD COLUMN "reports" text[];--> statement-breakpoint
ALTER TABLE "laboratory_messages" ADD COLUMN "settled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "laboratory_messages" ADD COLUMN "settled_by" text;--> statement-breakpoint
ALTER TABLE "laboratory_messages" ADD COLUMN "settled_reason" text;