-- Marks a report whose sample waits for any decision since the signature, not only for one about its patient.
CREATE OR REPLACE FUNCTION report_basis_changes(of_version text)
  RETURNS TABLE (source text, change text, now text, sample text)
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH RECURSIVE found AS (
    SELECT ids.source, f.finding -> 'result' AS result, NULL::jsonb AS printed
      FROM public.report_versions v
      CROSS JOIN LATERAL jsonb_array_elements(v.findings) AS f (finding)
      CROSS JOIN LATERAL (SELECT f.finding #>> '{result,idValue}' AS source
        UNION SELECT jsonb_array_elements_text(f.finding #> '{result,sources}')
        UNION SELECT jsonb_array_elements_text(f.finding -> 'quotes')) ids
     WHERE v.id = of_version AND ids.source IS NOT NULL
    UNION ALL
    -- Values in the tables of the version.
    SELECT x.value ->> 'idValue', NULL, printed.sample - 'values'
      FROM public.report_versions v
      CROSS JOIN LATERAL jsonb_array_elements(v.results) AS printed (sample)
      CROSS JOIN LATERAL jsonb_array_elements(printed.sample -> 'values') AS x (value)
     WHERE v.id = of_version AND x.value ->> 'idValue' IS NOT NULL
    UNION ALL
    -- Words about spermatozoa that stood in a result when a text that speaks of them was signed.
    SELECT t.id, NULL, NULL
      FROM public.report_versions v
      JOIN public.result_sets ts ON ts.patient_id = v.patient_id
      JOIN public.result_values t ON t.set_id = ts.id
     WHERE v.id = of_version AND v.text ~* '(esperm|zoo|aspermi)' AND t.text ~* '(esperm|zoo|aspermi)'
       AND NOT t.withdrawn AND t.entered_at <= v.arrived_at
       AND NOT EXISTS (SELECT FROM public.result_values later
         WHERE later.replaces = t.id AND later.entered_at <= v.arrived_at)),
  chain AS (
    SELECT DISTINCT f.source, f.source AS id FROM found f
    UNION ALL
    SELECT c.source, later.id FROM chain c JOIN public.result_values later ON later.replaces = c.id),
  compared AS (
    SELECT f.source, n.id AS now, s.laboratory_id, s.method,
        concat_ws(' ', extract(epoch FROM s.collected_at), s.who_edition, s.abstinence_days) AS sample,
        coalesce(bool_or((f.printed #>> '{laboratory,idPartner}', f.printed ->> 'method')
          IS DISTINCT FROM (s.laboratory_id, s.method)) FILTER (WHERE f.printed IS NOT NULL), false) AS elsewhere,
        CASE WHEN s.id IS NULL OR e.deleted_at IS NOT NULL THEN 'deleted'
          WHEN n.withdrawn THEN 'withdrawn'
          WHEN (o.comparator, o.value, o.unit, o.text, o.choice, o.range, o.laboratory_flag)
            IS DISTINCT FROM (n.comparator, n.value, n.unit, n.text, n.choice, n.range, n.laboratory_flag)
            OR bool_or(o.id IS NULL AND (f.result ->> 'value')::numeric IS DISTINCT FROM s.abstinence_days)
              FILTER (WHERE f.result IS NOT NULL) THEN 'corrected'
          WHEN n.preliminary AND NOT o.preliminary THEN 'preliminary'
          WHEN bool_or(((f.result ->> 'collectedAt')::timestamptz, (f.result ->> 'whoEdition')::int)
            IS DISTINCT FROM (s.collected_at, s.who_edition::int)) FILTER (WHERE f.result IS NOT NULL)
            OR bool_or(((f.printed ->> 'collectedAt')::timestamptz, (f.printed ->> 'whoEdition')::int,
                (f.printed ->> 'abstinenceDays')::numeric, f.printed #>> '{laboratory,idPartner}', f.printed ->> 'method')
              IS DISTINCT FROM (s.collected_at, s.who_edition::int, s.abstinence_days, s.laboratory_id, s.method))
              FILTER (WHERE f.printed IS NOT NULL) THEN 'sample'
          WHEN held.ids IS NOT NULL THEN 'held' END AS change, held.ids AS held
      FROM found f
      LEFT JOIN chain c ON c.source = f.source
        AND NOT EXISTS (SELECT FROM public.result_values later WHERE later.replaces = c.id)
      LEFT JOIN public.result_values o ON o.id = f.source
      LEFT JOIN public.result_values n ON n.id = c.id
      LEFT JOIN public.result_sets s ON s.id = coalesce(o.set_id, f.source)
      LEFT JOIN public.exams e ON e.id = s.exam_id
      -- The signer accepted the sample as it waited at the signature.
      LEFT JOIN LATERAL (SELECT string_agg(r.id, ' ' ORDER BY r.id) AS ids FROM public.received_results r
        WHERE r.set_id = s.id AND r.state = 'waiting' AND (r.reason = 'moved'
          OR r.arrived_at > (SELECT v.arrived_at FROM public.report_versions v WHERE v.id = of_version))) held ON true
     GROUP BY f.source, o.id, n.id, s.id, e.id, held.ids)
  -- Confirmations that are older than the comparison of laboratory and method have no text for them.
  SELECT c.source, c.change, CASE WHEN c.change <> 'deleted' THEN c.now END,
      CASE WHEN c.change = 'deleted' THEN NULL
        -- A later sample that waits is another change.
        WHEN c.change = 'held' THEN concat_ws(' ', c.sample, c.held)
        WHEN c.elsewhere THEN concat_ws(' ', c.sample, c.laboratory_id, c.method) ELSE c.sample END
    FROM compared c WHERE c.change IS NOT NULL
  UNION ALL
  SELECT facts.source, 'patient', facts.now, NULL
    FROM public.report_versions v
    JOIN public.patients p ON p.id = v.patient_id
    CROSS JOIN LATERAL (VALUES ('birthDate', v.patient ->> 'birthDate', p.birth_date::text),
      ('sex', v.patient ->> 'sex', p.sex)) AS facts (source, signed, now)
   WHERE v.id = of_version AND facts.signed IS NOT NULL AND facts.signed IS DISTINCT FROM facts.now
   ORDER BY 1
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION refresh_basis_of_rows() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  of_patients text[];
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'result_values' THEN
      SELECT array_agg(DISTINCT s.patient_id) INTO of_patients
        FROM changed c JOIN public.result_sets s ON s.id = c.set_id WHERE c.replaces IS NOT NULL;
    WHEN 'received_results' THEN
      SELECT array_agg(DISTINCT s.patient_id) INTO of_patients
        FROM changed c JOIN public.result_sets s ON s.id = c.set_id;
    WHEN 'result_sets' THEN
      SELECT array_agg(DISTINCT c.patient_id) INTO of_patients FROM changed c JOIN before b ON b.id = c.id
       WHERE (b.collected_at, b.who_edition, b.abstinence_days, b.laboratory_id, b.method)
         IS DISTINCT FROM (c.collected_at, c.who_edition, c.abstinence_days, c.laboratory_id, c.method);
    WHEN 'exams' THEN
      SELECT array_agg(DISTINCT c.patient_id) INTO of_patients FROM changed c JOIN before b ON b.id = c.id
       WHERE (b.deleted_at IS NULL) <> (c.deleted_at IS NULL);
    WHEN 'patients' THEN
      SELECT array_agg(c.id) INTO of_patients FROM changed c JOIN before b ON b.id = c.id
       WHERE (b.birth_date, b.sex) IS DISTINCT FROM (c.birth_date, c.sex);
  END CASE;
  IF of_patients IS NOT NULL THEN
    PERFORM public.refresh_report_basis(of_patients);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- Marks the reports whose samples wait since before this migration.
DO $$ BEGIN PERFORM refresh_report_basis(array_agg(DISTINCT s.patient_id)) FROM received_results r JOIN result_sets s ON s.id = r.set_id WHERE r.state = 'waiting'; END $$;
