CREATE TABLE "clinic_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"holidays" jsonb DEFAULT '{"added":[],"removed":[]}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"inserted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clinic_settings_one_row" CHECK ("clinic_settings"."id")
);
--> statement-breakpoint
ALTER TABLE "doctors" ALTER COLUMN "working_days" SET DEFAULT '[{"weekday":1,"from":"08:00","to":"20:00","idBranch":null},{"weekday":2,"from":"08:00","to":"20:00","idBranch":null},{"weekday":3,"from":"08:00","to":"20:00","idBranch":null},{"weekday":4,"from":"08:00","to":"20:00","idBranch":null},{"weekday":5,"from":"08:00","to":"20:00","idBranch":null},{"weekday":6,"from":"08:00","to":"20:00","idBranch":null}]'::jsonb;--> statement-breakpoint
ALTER TABLE "doctor_appointments" ADD COLUMN "branch_id" text;--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "absences" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "worked_holidays" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "doctor_appointments" ADD CONSTRAINT "doctor_appointments_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "doctor_appointments_branch" ON "doctor_appointments" USING btree ("branch_id") WHERE "doctor_appointments"."branch_id" is not null;
--> statement-breakpoint
-- custom: rows of today.
-- Every hour of today's schedules is at the clinic.
UPDATE "doctors" SET "working_days" = (
  SELECT jsonb_agg(day || '{"idBranch": null}' ORDER BY place)
  FROM jsonb_array_elements("working_days") WITH ORDINALITY AS days(day, place))
WHERE "working_days" <> '[]';
