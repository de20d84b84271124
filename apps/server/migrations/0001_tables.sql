CREATE TABLE "doctor_appointments" (
	"id" text PRIMARY KEY NOT NULL,
	"patient_id" text NOT NULL,
	"doctor_id" text NOT NULL,
	"status" text NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"inserted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	"deletion_id" text,
	"import_digest" text,
	"imported_version" integer
);
--> statement-breakpoint
CREATE TABLE "recipe_appointments" (
	"id" text PRIMARY KEY NOT NULL,
	"patient_id" text NOT NULL,
	"status" text NOT NULL,
	"type" text,
	"starts_at" timestamp (3) with time zone,
	"meeting_url" text,
	"prescription_explanation" text,
	"created_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"inserted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	"deletion_id" text,
	"import_digest" text,
	"imported_version" integer
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"subject_kind" text,
	"subject_id" text,
	"patient_id" text,
	"address" text,
	"user_agent" text,
	"request_id" text,
	"details" jsonb
);
--> statement-breakpoint
CREATE TABLE "doctors" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"specialties" text[] DEFAULT '{}'::text[] NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold_text(name || chr(10) || coalesce(email, ''))) STORED NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"inserted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	"deletion_id" text,
	"import_digest" text,
	"imported_version" integer
);
--> statement-breakpoint
CREATE TABLE "exams" (
	"id" text PRIMARY KEY NOT NULL,
	"patient_id" text NOT NULL,
	"type" text NOT NULL,
	"file_id" text,
	"external_url" text,
	"laboratory_id" text,
	"created_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"inserted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	"deletion_id" text,
	"import_digest" text,
	"imported_version" integer
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"storage_key" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	CONSTRAINT "files_storageKey_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"actor_id" text NOT NULL,
	"key" text NOT NULL,
	"request_digest" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_actor_id_key_pk" PRIMARY KEY("actor_id","key")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "branches" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"name" text NOT NULL,
	"address" jsonb,
	"latitude" double precision,
	"longitude" double precision,
	"phone" text,
	"state" text,
	"website" text,
	"zip" text,
	"exams" text[] DEFAULT '{}'::text[] NOT NULL,
	"utm" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold_text(name || chr(10) || coalesce(state, ''))) STORED NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"inserted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	"deletion_id" text,
	"import_digest" text,
	"imported_version" integer
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"country" text,
	"type" text,
	"website" text,
	"logo_url" text,
	"utm_available" boolean DEFAULT false NOT NULL,
	"exams" text[] DEFAULT '{}'::text[] NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold_text(name)) STORED NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"inserted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	"deletion_id" text,
	"import_digest" text,
	"imported_version" integer
);
--> statement-breakpoint
CREATE TABLE "fertility_tests" (
	"patient_id" text PRIMARY KEY NOT NULL,
	"user_name" text
);
--> statement-breakpoint
CREATE TABLE "patients" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"status" integer,
	"created_at" timestamp (3) with time zone,
	"last_access_at" timestamp (3) with time zone,
	"status_group" smallint GENERATED ALWAYS AS (case when status in (1, 2, 3) then status else 4 end) STORED NOT NULL,
	"created_sort" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(created_at, '-infinity'::timestamptz)) STORED NOT NULL,
	"last_access_sort" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(last_access_at, '-infinity'::timestamptz)) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold_text(name || chr(10) || coalesce(email, '') || chr(10)) || regexp_replace(coalesce(phone, ''), '\D', '', 'g')) STORED NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"inserted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	"deletion_id" text,
	"import_digest" text,
	"imported_version" integer
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" text PRIMARY KEY NOT NULL,
	"patient_id" text NOT NULL,
	"kind" text NOT NULL,
	"message" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"inserted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reports_one_of_a_kind" UNIQUE("patient_id","kind")
);
--> statement-breakpoint
CREATE TABLE "prospects" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"reason" text,
	"status" text,
	"notes" text,
	"created_at" timestamp (3) with time zone,
	"created_sort" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(created_at, '-infinity'::timestamptz)) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold_text(name || chr(10) || coalesce(email, '') || chr(10) || coalesce(reason, '') || chr(10)) || regexp_replace(coalesce(phone, ''), '\D', '', 'g')) STORED NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"inserted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	"deletion_id" text,
	"import_digest" text,
	"imported_version" integer
);
--> statement-breakpoint
CREATE TABLE "record_ids" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"status" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "staff_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "staff_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "doctor_appointments" ADD CONSTRAINT "doctor_appointments_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doctor_appointments" ADD CONSTRAINT "doctor_appointments_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipe_appointments" ADD CONSTRAINT "recipe_appointments_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_laboratory_id_partners_id_fk" FOREIGN KEY ("laboratory_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branches" ADD CONSTRAINT "branches_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fertility_tests" ADD CONSTRAINT "fertility_tests_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_accounts" ADD CONSTRAINT "staff_accounts_user_id_staff_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_user_id_staff_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "doctor_appointments_patient" ON "doctor_appointments" USING btree ("patient_id","starts_at");--> statement-breakpoint
CREATE INDEX "doctor_appointments_doctor" ON "doctor_appointments" USING btree ("doctor_id","starts_at");--> statement-breakpoint
CREATE INDEX "doctor_appointments_upcoming" ON "doctor_appointments" USING btree ("starts_at","patient_id") WHERE "doctor_appointments"."deleted_at" is null and "doctor_appointments"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "recipe_appointments_patient" ON "recipe_appointments" USING btree ("patient_id","starts_at");--> statement-breakpoint
CREATE INDEX "recipe_appointments_upcoming" ON "recipe_appointments" USING btree ("starts_at","patient_id") WHERE "recipe_appointments"."deleted_at" is null and "recipe_appointments"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "audit_events_patient" ON "audit_events" USING btree ("patient_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_actor" ON "audit_events" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "doctors_email" ON "doctors" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "exams_patient" ON "exams" USING btree ("patient_id","created_at","id");--> statement-breakpoint
CREATE INDEX "exams_file" ON "exams" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "branches_partner" ON "branches" USING btree ("partner_id","id");--> statement-breakpoint
CREATE INDEX "patients_search" ON "patients" USING gin ("search_text" gin_trgm_ops) WHERE "patients"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "patients_by_created" ON "patients" USING btree ("created_sort","id") WHERE "patients"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "patients_by_last_access" ON "patients" USING btree ("last_access_sort","id") WHERE "patients"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "patients_by_name" ON "patients" USING btree ("name" collate "es-x-icu","id") WHERE "patients"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "patients_by_status" ON "patients" USING btree ("status_group","id") WHERE "patients"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "patients_of_status_by_created" ON "patients" USING btree ("status_group","created_sort","id") WHERE "patients"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "patients_of_status_by_last_access" ON "patients" USING btree ("status_group","last_access_sort","id") WHERE "patients"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "patients_of_status_by_name" ON "patients" USING btree ("status_group","name" collate "es-x-icu","id") WHERE "patients"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "patients_deleted" ON "patients" USING btree ("deleted_at") WHERE "patients"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "prospects_search" ON "prospects" USING gin ("search_text" gin_trgm_ops) WHERE "prospects"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "prospects_by_created" ON "prospects" USING btree ("created_sort","id") WHERE "prospects"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "staff_accounts_user" ON "staff_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_user" ON "staff_sessions" USING btree ("user_id");