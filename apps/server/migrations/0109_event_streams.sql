CREATE UNLOGGED TABLE "event_streams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"process" uuid NOT NULL,
	"staff_id" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_streams" ADD CONSTRAINT "event_streams_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;