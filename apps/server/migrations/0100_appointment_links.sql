CREATE TABLE "appointment_links" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"request" jsonb,
	"requested_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"whatsapp_at" timestamp (3) with time zone,
	"whatsapp_by" text,
	CONSTRAINT "appointment_links_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "clinic_settings" ADD COLUMN "reminders" jsonb;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "appointment_id" text;--> statement-breakpoint
ALTER TABLE "appointment_links" ADD CONSTRAINT "appointment_links_id_doctor_appointments_id_fk" FOREIGN KEY ("id") REFERENCES "public"."doctor_appointments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appointment_links_asked" ON "appointment_links" USING btree ("id") WHERE "appointment_links"."requested_at" is not null or "appointment_links"."cancelled_at" is not null;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_appointment_id_doctor_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."doctor_appointments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_of_appointment" ON "mails" USING btree ("appointment_id","created_at") WHERE appointment_id is not null;--> statement-breakpoint
-- custom: lists of appointments show what a patient did by the link, and whether an e-mail went out.
CREATE TRIGGER announce_insert AFTER INSERT ON appointment_links REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('doctor_appointment');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON appointment_links REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('doctor_appointment');--> statement-breakpoint
CREATE FUNCTION announce_mail_of_appointment() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('simiente_changes',
    json_build_object('kind', 'doctor_appointment', 'ids', json_build_array(NEW.appointment_id))::text);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER announce_appointment AFTER UPDATE OF sent_at, failed_at ON mails
  FOR EACH ROW WHEN (NEW.appointment_id IS NOT NULL)
  EXECUTE FUNCTION announce_mail_of_appointment();
