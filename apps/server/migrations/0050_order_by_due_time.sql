DROP INDEX "exam_orders_due";--> statement-breakpoint
CREATE INDEX "exam_orders_due" ON "exam_orders" USING btree (coalesce("due_at", 'infinity'),"id") WHERE "exam_orders"."deleted_at" is null;