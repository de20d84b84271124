CREATE TABLE "exam_order_downloads" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_order_downloads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"staff_id" text
);
--> statement-breakpoint
CREATE TABLE "exam_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"folio" bigint GENERATED ALWAYS AS IDENTITY (sequence name "exam_orders_folio_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"patient_id" text NOT NULL,
	"branch_id" text NOT NULL,
	"partner_id" text NOT NULL,
	"exams" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	"deletion_id" text,
	CONSTRAINT "exam_orders_folio_unique" UNIQUE("folio")
);
--> statement-breakpoint
CREATE TABLE "list_exports" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"list" text NOT NULL,
	"filters" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "branches" drop column "search_text";--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(name || chr(10) || coalesce(state, '') || chr(10) || coalesce(address_text(address), '') || chr(10)) || regexp_replace(coalesce(phone, ''), '\D', '', 'g')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "login_logo_id" text;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "nav_logo_id" text;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "landing_logo_id" text;--> statement-breakpoint
ALTER TABLE "prospects" ADD COLUMN "consent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "prospects" ADD COLUMN "consent_version" text;--> statement-breakpoint
ALTER TABLE "prospects" ADD COLUMN "patient_id" text;--> statement-breakpoint
ALTER TABLE "prospects" ADD COLUMN "converted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "prospects" ADD COLUMN "converted_by" text;--> statement-breakpoint
ALTER TABLE "prospects" ADD COLUMN "status_group" text GENERATED ALWAYS AS (case when status in ('pending', 'contacted', 'converted', 'rejected') then status else 'none' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_order_downloads" ADD CONSTRAINT "exam_order_downloads_order_id_exam_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."exam_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_orders" ADD CONSTRAINT "exam_orders_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_orders" ADD CONSTRAINT "exam_orders_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_orders" ADD CONSTRAINT "exam_orders_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exam_order_downloads_by_time" ON "exam_order_downloads" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "exam_order_downloads_order" ON "exam_order_downloads" USING btree ("order_id","at");--> statement-breakpoint
CREATE INDEX "exam_orders_patient" ON "exam_orders" USING btree ("patient_id","created_at","id");--> statement-breakpoint
CREATE INDEX "exam_orders_partner" ON "exam_orders" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "exam_orders_branch" ON "exam_orders" USING btree ("branch_id");--> statement-breakpoint
CREATE INDEX "exam_orders_by_created" ON "exam_orders" USING btree ("created_at","id") WHERE "exam_orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "list_exports_by_created" ON "list_exports" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_login_logo_id_files_id_fk" FOREIGN KEY ("login_logo_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_nav_logo_id_files_id_fk" FOREIGN KEY ("nav_logo_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_landing_logo_id_files_id_fk" FOREIGN KEY ("landing_logo_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospects" ADD CONSTRAINT "prospects_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exams_by_created" ON "exams" USING btree ("created_at","id") WHERE "exams"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "exams_of_laboratory" ON "exams" USING btree ("laboratory_id","created_at","id") WHERE "exams"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "branches_search" ON "branches" USING gin ("search_text" gin_trgm_ops) WHERE "branches"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "partners_search" ON "partners" USING gin ("search_text" gin_trgm_ops) WHERE "partners"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "partners_by_name" ON "partners" USING btree ("name" collate "es-x-icu","id") WHERE "partners"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "prospects_by_name" ON "prospects" USING btree ("name" collate "es-x-icu","id") WHERE "prospects"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "prospects_by_reason" ON "prospects" USING btree (left(coalesce("reason", ''), 200) collate "es-x-icu","id") WHERE "prospects"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "prospects_by_status" ON "prospects" USING btree ("status_group","id") WHERE "prospects"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "prospects_of_status_by_created" ON "prospects" USING btree ("status_group","created_sort","id") WHERE "prospects"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "prospects_of_status_by_name" ON "prospects" USING btree ("status_group","name" collate "es-x-icu","id") WHERE "prospects"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "prospects_patient" ON "prospects" USING btree ("patient_id");