DROP INDEX "consents_one_in_force";--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "purpose" text DEFAULT 'health_data' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "consents_one_in_force" ON "consents" USING btree ("patient_id","purpose") WHERE "consents"."withdrawn_at" is null;--> statement-breakpoint
-- custom: a patient keeps a report that was handed over when only reminders are withdrawn.
CREATE OR REPLACE TRIGGER close_deliveries AFTER UPDATE OF withdrawn_at ON consents
  FOR EACH ROW WHEN (OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL AND NEW.purpose = 'health_data')
  EXECUTE FUNCTION close_deliveries_of_consent();
