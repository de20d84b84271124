CREATE TABLE "staff_providers" (
	"staff_id" text PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"label" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "staff_providers_account" UNIQUE("issuer","subject")
);
--> statement-breakpoint
ALTER TABLE "staff_providers" ADD CONSTRAINT "staff_providers_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;