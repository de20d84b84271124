ALTER TABLE "staff" ADD COLUMN "roles" text[] DEFAULT '{"todo"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "doctor_id" text;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_doctorId_unique" UNIQUE("doctor_id");--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_has_a_role" CHECK (cardinality("staff"."roles") > 0);