CREATE TABLE "report_papers" (
	"version_id" text NOT NULL,
	"state" text NOT NULL,
	"file_id" text NOT NULL,
	CONSTRAINT "report_papers_version_id_state_pk" PRIMARY KEY("version_id","state"),
	CONSTRAINT "report_papers_fileId_unique" UNIQUE("file_id")
);
--> statement-breakpoint
ALTER TABLE "report_papers" ADD CONSTRAINT "report_papers_version_id_report_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."report_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_papers" ADD CONSTRAINT "report_papers_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;