CREATE TABLE "analyte_ranges" (
	"id" text PRIMARY KEY NOT NULL,
	"laboratory_id" text NOT NULL,
	"analyte" text NOT NULL,
	"method" text,
	"unit" text,
	"range" text,
	"valid_from" date NOT NULL,
	"entered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"entered_by" text,
	CONSTRAINT "analyte_ranges_day" UNIQUE("laboratory_id","analyte","method","valid_from","entered_at")
);
--> statement-breakpoint
CREATE TABLE "received_results" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"source" text NOT NULL,
	"laboratory_id" text NOT NULL,
	"exam_type" text NOT NULL,
	"reason" text NOT NULL,
	"patient_text" text,
	"name_text" text,
	"birth_date_text" text,
	"folio_text" text,
	"where_text" text,
	"collected_at" timestamp (3) with time zone,
	"collected_time_known" boolean DEFAULT false NOT NULL,
	"received_at" timestamp (3) with time zone,
	"analyzed_at" timestamp (3) with time zone,
	"abstinence_days" numeric,
	"fasting_hours" numeric,
	"complete_sample" boolean,
	"method" text,
	"who_edition" smallint,
	"values" jsonb NOT NULL,
	"arrived_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"patient_id" text,
	"set_id" text,
	"done_by" text,
	"done_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"inserted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "result_corrections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "result_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"set_id" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"by" text,
	"reason" text NOT NULL,
	"facts_before" jsonb
);
--> statement-breakpoint
CREATE TABLE "result_deliveries" (
	"digest" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"set_id" text,
	"received_id" text
);
--> statement-breakpoint
CREATE TABLE "result_sets" (
	"id" text PRIMARY KEY NOT NULL,
	"patient_id" text NOT NULL,
	"exam_id" text NOT NULL,
	"laboratory_id" text,
	"collected_at" timestamp (3) with time zone,
	"collected_time_known" boolean DEFAULT false NOT NULL,
	"received_at" timestamp (3) with time zone,
	"analyzed_at" timestamp (3) with time zone,
	"abstinence_days" numeric,
	"fasting_hours" numeric,
	"complete_sample" boolean,
	"method" text,
	"who_edition" smallint,
	"status" text DEFAULT 'capturado' NOT NULL,
	"source" text DEFAULT 'manual' NOT NULL,
	"entered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"entered_by" text,
	"validated_at" timestamp (3) with time zone,
	"validated_by" text,
	"second_reading_way" text,
	"second_reading_at" timestamp (3) with time zone,
	"second_reading_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"inserted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "result_values" (
	"id" text PRIMARY KEY NOT NULL,
	"set_id" text NOT NULL,
	"position" integer NOT NULL,
	"analyte" text,
	"name" text,
	"comparator" text,
	"value" numeric,
	"unit" text,
	"text" text,
	"choice" text,
	"range" text,
	"preliminary" boolean DEFAULT false NOT NULL,
	"withdrawn" boolean DEFAULT false NOT NULL,
	"replaces" text,
	"correction_id" bigint,
	"entered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"entered_by" text,
	CONSTRAINT "result_values_replaces_unique" UNIQUE("replaces")
);
--> statement-breakpoint
ALTER TABLE "analyte_ranges" ADD CONSTRAINT "analyte_ranges_laboratory_id_partners_id_fk" FOREIGN KEY ("laboratory_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_results" ADD CONSTRAINT "received_results_laboratory_id_partners_id_fk" FOREIGN KEY ("laboratory_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_results" ADD CONSTRAINT "received_results_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_results" ADD CONSTRAINT "received_results_set_id_result_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."result_sets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_corrections" ADD CONSTRAINT "result_corrections_set_id_result_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."result_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD CONSTRAINT "result_deliveries_set_id_result_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."result_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD CONSTRAINT "result_deliveries_received_id_received_results_id_fk" FOREIGN KEY ("received_id") REFERENCES "public"."received_results"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_sets" ADD CONSTRAINT "result_sets_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_sets" ADD CONSTRAINT "result_sets_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_sets" ADD CONSTRAINT "result_sets_laboratory_id_partners_id_fk" FOREIGN KEY ("laboratory_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_values" ADD CONSTRAINT "result_values_set_id_result_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."result_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_values" ADD CONSTRAINT "result_values_replaces_result_values_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."result_values"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_values" ADD CONSTRAINT "result_values_correction_id_result_corrections_id_fk" FOREIGN KEY ("correction_id") REFERENCES "public"."result_corrections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "received_results_state" ON "received_results" USING btree ("state","arrived_at","id");--> statement-breakpoint
CREATE INDEX "received_results_patient" ON "received_results" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "received_results_set" ON "received_results" USING btree ("set_id");--> statement-breakpoint
CREATE INDEX "result_corrections_set" ON "result_corrections" USING btree ("set_id","id");--> statement-breakpoint
CREATE INDEX "result_deliveries_set" ON "result_deliveries" USING btree ("set_id");--> statement-breakpoint
CREATE INDEX "result_deliveries_received" ON "result_deliveries" USING btree ("received_id");--> statement-breakpoint
CREATE INDEX "result_sets_patient" ON "result_sets" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "result_sets_exam" ON "result_sets" USING btree ("exam_id");--> statement-breakpoint
CREATE INDEX "result_sets_laboratory" ON "result_sets" USING btree ("laboratory_id","entered_at");--> statement-breakpoint
CREATE INDEX "result_sets_pending" ON "result_sets" USING btree ("entered_at","id") WHERE "result_sets"."status" <> 'validado';--> statement-breakpoint
CREATE INDEX "result_values_set" ON "result_values" USING btree ("set_id","position");--> statement-breakpoint
-- Results are corrected by further rows. Only what removes a whole record removes them.
CREATE FUNCTION refuse_rewriting() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are added, never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER refuse_rewriting BEFORE UPDATE ON result_values
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();--> statement-breakpoint
CREATE TRIGGER refuse_rewriting BEFORE UPDATE ON result_corrections
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();--> statement-breakpoint
CREATE TRIGGER refuse_rewriting BEFORE UPDATE ON analyte_ranges
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON result_sets REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('result');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON result_sets REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('result');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON result_sets REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('result');--> statement-breakpoint
CREATE TRIGGER announce_insert AFTER INSERT ON received_results REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('received_result');--> statement-breakpoint
CREATE TRIGGER announce_update AFTER UPDATE ON received_results REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('received_result');--> statement-breakpoint
CREATE TRIGGER announce_delete AFTER DELETE ON received_results REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('received_result');
