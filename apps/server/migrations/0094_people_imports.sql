CREATE TABLE "people_import_rows" (
	"import_id" text NOT NULL,
	"patient_id" text,
	"prospect_id" text,
	"digest" text NOT NULL,
	"version" integer,
	"before" jsonb
);
--> statement-breakpoint
CREATE TABLE "people_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"actor_id" text NOT NULL,
	"state" text NOT NULL,
	"cancelled" boolean DEFAULT false NOT NULL,
	"total" integer NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"completed" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "notes" text;--> statement-breakpoint
ALTER TABLE "people_import_rows" ADD CONSTRAINT "people_import_rows_import_id_people_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."people_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_import_rows" ADD CONSTRAINT "people_import_rows_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_import_rows" ADD CONSTRAINT "people_import_rows_prospect_id_prospects_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_import_rows_import" ON "people_import_rows" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "people_import_rows_digest" ON "people_import_rows" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "people_import_rows_patient" ON "people_import_rows" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "people_import_rows_prospect" ON "people_import_rows" USING btree ("prospect_id");