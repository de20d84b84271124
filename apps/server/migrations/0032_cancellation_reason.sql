ALTER TABLE "doctor_appointments" ADD COLUMN "cancellation_reason" text;--> statement-breakpoint
ALTER TABLE "recipe_appointments" ADD COLUMN "cancellation_reason" text;