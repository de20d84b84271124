DROP INDEX "day_counts_by_day";--> statement-breakpoint
CREATE INDEX "branches_began" ON "branches" USING btree ("partner_id","import_digest","inserted_at") WHERE "branches"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "day_counts_by_day" ON "day_counts" USING btree ("kind","day","type","change");