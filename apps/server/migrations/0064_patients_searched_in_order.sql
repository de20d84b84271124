DROP INDEX "patients_by_created";--> statement-breakpoint
CREATE INDEX "patients_other_characters" ON "patients" USING btree ("id") WHERE "patients"."deleted_at" is null and "patients"."search_text" ~ '[^\x01-\x7f]';--> statement-breakpoint
CREATE INDEX "patients_by_created" ON "patients" USING btree ("created_sort","id","search_text","status_group") WHERE "patients"."deleted_at" is null;