CREATE TABLE "professional_identities" (
	"staff_id" text PRIMARY KEY NOT NULL,
	"cedula" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"suspended_for" text,
	"suspended_by" text[] DEFAULT '{}' NOT NULL,
	"person_confirmed_at" timestamp (3) with time zone,
	"second_confirmed_at" timestamp (3) with time zone,
	"second_confirmed_by" text,
	CONSTRAINT "professional_identities_cedula_unique" UNIQUE("cedula"),
	CONSTRAINT "professional_identity_suspension" CHECK (("professional_identities"."suspended_at" is null) = ("professional_identities"."suspended_for" is null))
);
--> statement-breakpoint
CREATE TABLE "professional_identity_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"full_name" text NOT NULL,
	"cedula" text NOT NULL,
	"institution" text NOT NULL,
	"specialty" text,
	"specialty_certificate" text,
	"valid_from" date NOT NULL,
	"entered_by" text,
	"entered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "staff_links" ADD COLUMN "made_by" text;--> statement-breakpoint
ALTER TABLE "professional_identities" ADD CONSTRAINT "professional_identities_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "professional_identity_versions" ADD CONSTRAINT "professional_identity_versions_staff_id_professional_identities_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."professional_identities"("staff_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "professional_identity_versions_staff" ON "professional_identity_versions" USING btree ("staff_id","entered_at");