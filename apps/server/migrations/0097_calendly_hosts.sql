ALTER TABLE "recipe_appointments" ADD COLUMN "host_emails" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "recipe_appointments" ADD COLUMN "doctor_id" text;--> statement-breakpoint
ALTER TABLE "recipe_appointments" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "recipe_appointments" ADD COLUMN "is_visit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "recipe_appointments" ADD COLUMN "meeting_place" jsonb;--> statement-breakpoint
ALTER TABLE "clinic_settings" ADD COLUMN "visit_types" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "recipe_appointments" ADD CONSTRAINT "recipe_appointments_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recipe_appointments_doctor" ON "recipe_appointments" USING btree ("doctor_id","starts_at") WHERE "recipe_appointments"."doctor_id" is not null and "recipe_appointments"."deleted_at" is null;