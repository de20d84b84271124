CREATE TABLE "report_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"patient_id" text NOT NULL,
	"version_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"link_by" text NOT NULL,
	"code_by" text NOT NULL,
	"email" text,
	"consent_version" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"opens" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"downloads" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_for" text,
	"closed_by" text,
	"requested_at" timestamp (3) with time zone,
	CONSTRAINT "report_deliveries_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "letterheads" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letterheads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"address" text,
	"licence" text,
	"logo_id" text,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_by" text,
	CONSTRAINT "letterheads_version" UNIQUE("version")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "delivery_id" text;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_version_id_report_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."report_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letterheads" ADD CONSTRAINT "letterheads_logo_id_files_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_deliveries_patient" ON "report_deliveries" USING btree ("patient_id","created_at");--> statement-breakpoint
CREATE INDEX "report_deliveries_version" ON "report_deliveries" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "report_deliveries_requested" ON "report_deliveries" USING btree ("requested_at") WHERE "report_deliveries"."requested_at" is not null;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_delivery_id_report_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."report_deliveries"("id") ON DELETE cascade ON UPDATE no action;