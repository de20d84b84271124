CREATE TABLE "patient_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"patient_id" text NOT NULL,
	"appointment_id" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"import_id" text,
	"pinned_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text
);
--> statement-breakpoint
ALTER TABLE "patient_notes" ADD CONSTRAINT "patient_notes_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_notes" ADD CONSTRAINT "patient_notes_import_id_people_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."people_imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "patient_notes_patient" ON "patient_notes" USING btree ("patient_id","created_at") WHERE "patient_notes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "patient_notes_import" ON "patient_notes" USING btree ("import_id") WHERE "patient_notes"."import_id" is not null;--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON patient_notes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('note');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON patient_notes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('note');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON patient_notes REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('note');--> statement-breakpoint
INSERT INTO patient_notes (id, patient_id, text, created_at)
  SELECT 'nte_' || replace(gen_random_uuid()::text, '-', ''), id, notes, updated_at FROM patients WHERE notes <> '';--> statement-breakpoint
ALTER TABLE "patients" DROP COLUMN "notes";
