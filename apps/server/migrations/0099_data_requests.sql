CREATE TABLE "data_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"patient_id" text,
	"kind" text NOT NULL,
	"requester" text NOT NULL,
	"received_on" date NOT NULL,
	"details" text NOT NULL,
	"identity_proof" text,
	"answer_by" date NOT NULL,
	"answered_on" date,
	"answer" text,
	"response" text,
	"answered_by" text,
	"carry_out_by" date,
	"closed_on" date,
	"outcome" text,
	"evidence" text,
	"closed_by" text,
	"automation_stopped" boolean DEFAULT false NOT NULL,
	"registered_by" text,
	"due_on" date GENERATED ALWAYS AS (case when closed_on is not null then null when answered_on is null then answer_by else carry_out_by end) STORED,
	"version" integer DEFAULT 1 NOT NULL,
	"inserted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clinic_settings" ADD COLUMN "request_days" jsonb DEFAULT '{"answer":20,"carryOut":15}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_requests_patient" ON "data_requests" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "data_requests_due" ON "data_requests" USING btree ("due_on") WHERE "data_requests"."closed_on" is null;