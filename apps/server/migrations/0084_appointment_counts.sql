DROP INDEX "recipe_appointments_start";--> statement-breakpoint
DROP INDEX "recipe_appointments_to_validate";--> statement-breakpoint
CREATE INDEX "recipe_appointments_start" ON "recipe_appointments" USING btree ("starts_at","patient_id","status") WHERE "recipe_appointments"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "recipe_appointments_to_validate" ON "recipe_appointments" USING btree ("created_at","patient_id") WHERE "recipe_appointments"."deleted_at" is null and "recipe_appointments"."status" = 'pending' and "recipe_appointments"."prescription_file_id" is null;