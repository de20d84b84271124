CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"staff_id" text,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"event_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"address" text,
	"fault" text,
	CONSTRAINT "mails_event" UNIQUE("event_id")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at") WHERE sent_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "mails_of_staff" ON "mails" USING btree ("staff_id","created_at");