CREATE TABLE "consents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"patient_id" text NOT NULL,
	"version" text NOT NULL,
	"given_on" date NOT NULL,
	"way" text NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"recorded_by" text,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawal_reason" text,
	"withdrawn_by" text
);
--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "birth_date" date;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "sex" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "curp" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "street" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "colony" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "municipality" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "zip" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "emergency_name" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "emergency_phone" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "emergency_relation" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "incomplete" boolean GENERATED ALWAYS AS (not (birth_date is not null and sex is not null and coalesce(curp, '') <> '' and coalesce(street, '') <> '' and coalesce(municipality, '') <> '' and coalesce(state, '') <> '' and coalesce(phone, '') ~ '[0-9]' and coalesce(emergency_name, '') <> '' and coalesce(emergency_phone, '') <> '')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_patient" ON "consents" USING btree ("patient_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "consents_one_in_force" ON "consents" USING btree ("patient_id") WHERE "consents"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "patients_incomplete" ON "patients" USING btree ("status_group","created_sort","id") WHERE "patients"."deleted_at" is null and "patients"."incomplete";--> statement-breakpoint
CREATE INDEX "patients_curp" ON "patients" USING btree ("curp" text_pattern_ops) WHERE "patients"."deleted_at" is null;--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON consents REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('consent');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON consents REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('consent');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON consents REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('consent');
