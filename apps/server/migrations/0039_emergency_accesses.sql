CREATE TABLE "emergency_accesses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "emergency_accesses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"patient_id" text NOT NULL,
	"opened_by" text NOT NULL,
	"reason" text NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "emergency_accesses" ADD CONSTRAINT "emergency_accesses_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emergency_accesses_patient" ON "emergency_accesses" USING btree ("patient_id","opened_by","expires_at");--> statement-breakpoint
CREATE INDEX "emergency_accesses_opened" ON "emergency_accesses" USING btree ("opened_at");--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON emergency_accesses REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('emergency_access');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON emergency_accesses REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('emergency_access');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON emergency_accesses REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('emergency_access');
