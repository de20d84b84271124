CREATE TABLE "replaced_files" (
	"file_id" text PRIMARY KEY NOT NULL,
	"exam_id" text,
	"recipe_appointment_id" text,
	"replaced_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"replaced_by" text,
	CONSTRAINT "replaced_files_of_one_record" CHECK (num_nonnulls("replaced_files"."exam_id", "replaced_files"."recipe_appointment_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "calendly_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "calendly_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"digest" text NOT NULL,
	"event" text NOT NULL,
	"payload" jsonb NOT NULL,
	"outcome" text DEFAULT 'received' NOT NULL,
	"reason" text,
	"appointment_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp (3) with time zone,
	CONSTRAINT "calendly_deliveries_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
ALTER TABLE "recipe_appointments" ALTER COLUMN "patient_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "recipe_appointments" ADD COLUMN "prescription_file_id" text;--> statement-breakpoint
ALTER TABLE "recipe_appointments" ADD COLUMN "calendly_invitee_uri" text;--> statement-breakpoint
ALTER TABLE "recipe_appointments" ADD COLUMN "invitee_name" text;--> statement-breakpoint
ALTER TABLE "recipe_appointments" ADD COLUMN "invitee_email" text;--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "retired_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "replaced_files" ADD CONSTRAINT "replaced_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replaced_files" ADD CONSTRAINT "replaced_files_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replaced_files" ADD CONSTRAINT "replaced_files_recipe_appointment_id_recipe_appointments_id_fk" FOREIGN KEY ("recipe_appointment_id") REFERENCES "public"."recipe_appointments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replaced_files_exam" ON "replaced_files" USING btree ("exam_id");--> statement-breakpoint
CREATE INDEX "replaced_files_recipe_appointment" ON "replaced_files" USING btree ("recipe_appointment_id");--> statement-breakpoint
CREATE INDEX "calendly_deliveries_outcome" ON "calendly_deliveries" USING btree ("outcome","id");--> statement-breakpoint
ALTER TABLE "recipe_appointments" ADD CONSTRAINT "recipe_appointments_prescription_file_id_files_id_fk" FOREIGN KEY ("prescription_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recipe_appointments_prescription" ON "recipe_appointments" USING btree ("prescription_file_id");--> statement-breakpoint
CREATE INDEX "recipe_appointments_without_patient" ON "recipe_appointments" USING btree ("starts_at","id") WHERE "recipe_appointments"."patient_id" is null and "recipe_appointments"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "doctors_search" ON "doctors" USING gin ("search_text" gin_trgm_ops) WHERE "doctors"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "doctors_by_name" ON "doctors" USING btree ("name" collate "es-x-icu","id") WHERE "doctors"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "patients_email" ON "patients" USING btree (lower("email")) WHERE "patients"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "patients_phone" ON "patients" USING btree (right(regexp_replace("phone", '\D', '', 'g'), 10)) WHERE "patients"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "recipe_appointments" ADD CONSTRAINT "recipe_appointments_calendly_invitee" UNIQUE("calendly_invitee_uri");