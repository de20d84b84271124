CREATE TABLE "data_request_files" (
	"file_id" text PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "session_id" text;--> statement-breakpoint
ALTER TABLE "data_request_files" ADD CONSTRAINT "data_request_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_request_files" ADD CONSTRAINT "data_request_files_request_id_data_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."data_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_request_files_request" ON "data_request_files" USING btree ("request_id");