CREATE TABLE "jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"succeeded_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"facts" jsonb
);
--> statement-breakpoint
CREATE INDEX "exam_orders_deleted" ON "exam_orders" USING btree ("deleted_at") WHERE "exam_orders"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "exams_deleted" ON "exams" USING btree ("deleted_at") WHERE "exams"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "branches_deleted" ON "branches" USING btree ("deleted_at") WHERE "branches"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "partners_deleted" ON "partners" USING btree ("deleted_at") WHERE "partners"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "prospects_deleted" ON "prospects" USING btree ("deleted_at") WHERE "prospects"."deleted_at" is not null;