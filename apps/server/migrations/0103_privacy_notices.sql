CREATE TABLE "privacy_notices" (
	"id" text PRIMARY KEY NOT NULL,
	"effective_on" date NOT NULL,
	"short_text" text NOT NULL,
	"full_text" text NOT NULL,
	"necessary_purposes" text NOT NULL,
	"voluntary_purposes" text,
	"inserted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"inserted_by" text
);
--> statement-breakpoint
CREATE TABLE "privacy_receipts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "privacy_receipts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"patient_id" text NOT NULL,
	"notice_id" text NOT NULL,
	"received_on" date NOT NULL,
	"way" text NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"recorded_by" text
);
--> statement-breakpoint
ALTER TABLE "privacy_receipts" ADD CONSTRAINT "privacy_receipts_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_receipts" ADD CONSTRAINT "privacy_receipts_notice_id_privacy_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."privacy_notices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "privacy_receipts_patient" ON "privacy_receipts" USING btree ("patient_id","notice_id");