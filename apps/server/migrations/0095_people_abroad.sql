ALTER TABLE "patients" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "identity_document" text;--> statement-breakpoint
ALTER TABLE "patients" drop column "incomplete";--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "incomplete" boolean GENERATED ALWAYS AS (not (birth_date is not null and sex is not null and (coalesce(curp, '') <> '' or coalesce(identity_document, '') <> '') and coalesce(street, '') <> '' and coalesce(municipality, '') <> '' and coalesce(state, '') <> '' and coalesce(phone, '') ~ '[0-9]' and coalesce(emergency_name, '') <> '' and coalesce(emergency_phone, '') <> '')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "patients_incomplete" ON "patients" USING btree ("status_group","created_sort","id") WHERE "patients"."deleted_at" is null and "patients"."incomplete";
