CREATE TABLE "duplicate_dismissals" (
	"first_id" text NOT NULL,
	"second_id" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "duplicate_dismissals_first_id_second_id_pk" PRIMARY KEY("first_id","second_id")
);
--> statement-breakpoint
CREATE TABLE "patient_merges" (
	"id" text PRIMARY KEY NOT NULL,
	"kept_id" text NOT NULL,
	"gone_id" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by" text,
	"moved" jsonb NOT NULL,
	"changed" jsonb NOT NULL,
	"ended_consents" jsonb,
	"reports" jsonb
);
--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "curp_conflict" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "merged_into" text;--> statement-breakpoint
ALTER TABLE "report_versions" ADD COLUMN "written_for" text;--> statement-breakpoint
ALTER TABLE "report_versions" ADD COLUMN "written_number" integer;--> statement-breakpoint
ALTER TABLE "duplicate_dismissals" ADD CONSTRAINT "duplicate_dismissals_first_id_patients_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_dismissals" ADD CONSTRAINT "duplicate_dismissals_second_id_patients_id_fk" FOREIGN KEY ("second_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_merges" ADD CONSTRAINT "patient_merges_kept_id_patients_id_fk" FOREIGN KEY ("kept_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_merges" ADD CONSTRAINT "patient_merges_gone_id_patients_id_fk" FOREIGN KEY ("gone_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "duplicate_dismissals_second" ON "duplicate_dismissals" USING btree ("second_id");--> statement-breakpoint
CREATE INDEX "patient_merges_kept" ON "patient_merges" USING btree ("kept_id","at");--> statement-breakpoint
CREATE INDEX "patient_merges_gone" ON "patient_merges" USING btree ("gone_id","at");--> statement-breakpoint
ALTER TABLE "patients" ADD CONSTRAINT "patients_merged_into_patients_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Patients who share a CURP are marked, except the first one.
UPDATE patients SET curp_conflict = true FROM (
  SELECT id, row_number() OVER (PARTITION BY curp ORDER BY created_sort, id) AS place
    FROM patients WHERE deleted_at IS NULL AND curp <> '') AS sharing
 WHERE sharing.id = patients.id AND sharing.place > 1;--> statement-breakpoint
CREATE UNIQUE INDEX "patients_curp_once" ON "patients" USING btree ("curp") WHERE "patients"."deleted_at" is null and not "patients"."curp_conflict" and "patients"."curp" <> '';--> statement-breakpoint
CREATE INDEX "patients_birth_date" ON "patients" USING btree ("birth_date") WHERE "patients"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "patients_merged" ON "patients" USING btree ("merged_into") WHERE "patients"."merged_into" is not null;--> statement-breakpoint
-- A merge changes no time, so an imported overlap keeps its mark.
DROP TRIGGER place_attendance ON doctor_appointments;--> statement-breakpoint
CREATE TRIGGER place_attendance BEFORE UPDATE ON doctor_appointments
  FOR EACH ROW WHEN (NEW.attendance IS DISTINCT FROM OLD.attendance OR NEW.patient_id IS DISTINCT FROM OLD.patient_id)
  EXECUTE FUNCTION keep_overlap_mark();--> statement-breakpoint
DROP TRIGGER refuse_rewriting ON report_versions;--> statement-breakpoint
CREATE TRIGGER refuse_rewriting BEFORE UPDATE ON report_versions FOR EACH STATEMENT
  WHEN (current_setting('simiente.merging', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION refuse_rewriting();--> statement-breakpoint
-- Gives the report versions of a merged patient to the one that is kept, in the order of their arrival. The patient and
-- number that a signature covers stay in the row. The merge remembers how the versions and reports were.
CREATE FUNCTION merge_reports(of_merge text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  m public.patient_merges;
BEGIN
  SELECT * INTO m FROM public.patient_merges WHERE id = of_merge AND undone_at IS NULL AND reports IS NULL;
  IF NOT FOUND OR NOT EXISTS (SELECT FROM public.patients WHERE id = m.gone_id AND merged_into = m.kept_id) THEN
    RAISE EXCEPTION 'there is no merge % to complete', of_merge USING ERRCODE = 'restrict_violation';
  END IF;
  UPDATE public.patient_merges SET reports = jsonb_build_object(
      'versions', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'patient_id', patient_id, 'number', number,
          'written_for', written_for, 'written_number', written_number)), '[]')
        FROM public.report_versions WHERE patient_id IN (m.kept_id, m.gone_id)),
      'reports', (SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]')
        FROM public.reports r WHERE patient_id IN (m.kept_id, m.gone_id)))
   WHERE id = of_merge;
  PERFORM set_config('simiente.merging', 'on', true);
  -- Negative first, so that no number is taken twice.
  UPDATE public.report_versions v SET patient_id = m.kept_id, number = -placed.place,
      written_for = coalesce(v.written_for, v.patient_id), written_number = coalesce(v.written_number, v.number)
    FROM (SELECT id, row_number() OVER (PARTITION BY kind ORDER BY arrived_at, number, id) AS place
      FROM public.report_versions WHERE patient_id IN (m.kept_id, m.gone_id)) placed
   WHERE placed.id = v.id AND (v.patient_id, v.number) IS DISTINCT FROM (m.kept_id, placed.place);
  UPDATE public.report_versions SET number = -number WHERE patient_id = m.kept_id AND number < 0;
  PERFORM set_config('simiente.merging', '', true);
  DELETE FROM public.reports WHERE patient_id = m.gone_id;
  PERFORM public.derive_reports(array_agg(patient_id), array_agg(kind))
    FROM public.report_versions WHERE patient_id = m.kept_id;
  PERFORM public.refresh_report_basis(ARRAY[m.kept_id]);
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION merge_reports(text) FROM PUBLIC;--> statement-breakpoint
-- Gives the versions back. Versions that came after the merge stay with the patient that they were written for.
CREATE FUNCTION unmerge_reports(of_merge text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  m public.patient_merges;
BEGIN
  SELECT * INTO m FROM public.patient_merges WHERE id = of_merge AND undone_at IS NULL AND reports IS NOT NULL;
  IF NOT FOUND OR EXISTS (SELECT FROM public.patients WHERE id = m.gone_id AND merged_into IS NOT NULL) THEN
    RAISE EXCEPTION 'there is no merge % to undo', of_merge USING ERRCODE = 'restrict_violation';
  END IF;
  PERFORM set_config('simiente.merging', 'on', true);
  UPDATE public.report_versions v SET patient_id = earlier.patient_id, number = -earlier.number,
      written_for = earlier.written_for, written_number = earlier.written_number
    FROM jsonb_to_recordset(m.reports -> 'versions') AS earlier (id text, patient_id text, number integer,
      written_for text, written_number integer)
   WHERE earlier.id = v.id;
  UPDATE public.report_versions SET number = -number WHERE patient_id IN (m.kept_id, m.gone_id) AND number < 0;
  PERFORM set_config('simiente.merging', '', true);
  INSERT INTO public.reports SELECT earlier.*
    FROM jsonb_populate_recordset(NULL::public.reports, m.reports -> 'reports') earlier
   WHERE earlier.patient_id = m.gone_id;
  UPDATE public.reports r SET basis_changed_at = earlier.basis_changed_at
    FROM jsonb_populate_recordset(NULL::public.reports, m.reports -> 'reports') earlier
   WHERE earlier.id = r.id;
  DELETE FROM public.reports r WHERE r.patient_id = m.kept_id AND NOT EXISTS (
    SELECT FROM public.report_versions v WHERE v.patient_id = r.patient_id AND v.kind = r.kind);
  PERFORM public.derive_reports(array_agg(patient_id), array_agg(kind))
    FROM public.report_versions WHERE patient_id IN (m.kept_id, m.gone_id);
  PERFORM public.refresh_report_basis(ARRAY[m.kept_id, m.gone_id]);
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION unmerge_reports(text) FROM PUBLIC;
--> statement-breakpoint
-- Whether two names may be one person's: most of their letters are the same, or all words of one are in the other.
CREATE FUNCTION similar_names(one text, other text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT similarity(fold_text(one), fold_text(other)) >= 0.5
    OR string_to_array(fold_text(one), ' ') <@ string_to_array(fold_text(other), ' ')
    OR string_to_array(fold_text(other), ' ') <@ string_to_array(fold_text(one), ' ')
$$;
