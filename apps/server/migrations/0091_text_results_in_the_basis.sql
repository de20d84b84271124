-- Adds the results in words to the basis of a report, also where the version stored no table of them.
CREATE OR REPLACE FUNCTION report_basis_changes(of_version text)
  RETURNS TABLE (source text, change text, now text, sample text)
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH RECURSIVE found AS (
    SELECT ids.source, f.finding -> 'result' AS result
      FROM public.report_versions v
      CROSS JOIN LATERAL jsonb_array_elements(v.findings) AS f (finding)
      CROSS JOIN LATERAL (SELECT f.finding #>> '{result,idValue}' AS source
        UNION SELECT jsonb_array_elements_text(f.finding #> '{result,sources}')
        UNION SELECT jsonb_array_elements_text(f.finding -> 'quotes')) ids
     WHERE v.id = of_version AND ids.source IS NOT NULL
    UNION ALL
    -- Values in the tables of the version.
    SELECT x.value ->> 'idValue', NULL
      FROM public.report_versions v
      CROSS JOIN LATERAL jsonb_array_elements(v.results) AS printed (sample)
      CROSS JOIN LATERAL jsonb_array_elements(printed.sample -> 'values') AS x (value)
     WHERE v.id = of_version AND x.value ->> 'idValue' IS NOT NULL
    UNION ALL
    -- Words about spermatozoa that stood in a result when a text that speaks of them was signed.
    SELECT t.id, NULL
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
    SELECT f.source, n.id AS now,
        concat_ws(' ', extract(epoch FROM s.collected_at), s.who_edition, s.abstinence_days) AS sample,
        CASE WHEN s.id IS NULL OR e.deleted_at IS NOT NULL THEN 'deleted'
          WHEN n.withdrawn THEN 'withdrawn'
          WHEN (o.comparator, o.value, o.unit, o.text, o.choice, o.range)
            IS DISTINCT FROM (n.comparator, n.value, n.unit, n.text, n.choice, n.range)
            OR bool_or(o.id IS NULL AND (f.result ->> 'value')::numeric IS DISTINCT FROM s.abstinence_days)
              FILTER (WHERE f.result IS NOT NULL) THEN 'corrected'
          WHEN n.preliminary AND NOT o.preliminary THEN 'preliminary'
          WHEN bool_or(((f.result ->> 'collectedAt')::timestamptz, (f.result ->> 'whoEdition')::int)
            IS DISTINCT FROM (s.collected_at, s.who_edition::int)) FILTER (WHERE f.result IS NOT NULL) THEN 'sample'
          WHEN EXISTS (SELECT FROM public.received_results r
            WHERE r.set_id = s.id AND r.state = 'waiting' AND r.reason = 'moved') THEN 'held' END AS change
      FROM found f
      LEFT JOIN chain c ON c.source = f.source
        AND NOT EXISTS (SELECT FROM public.result_values later WHERE later.replaces = c.id)
      LEFT JOIN public.result_values o ON o.id = f.source
      LEFT JOIN public.result_values n ON n.id = c.id
      LEFT JOIN public.result_sets s ON s.id = coalesce(o.set_id, f.source)
      LEFT JOIN public.exams e ON e.id = s.exam_id
     GROUP BY f.source, o.id, n.id, s.id, e.id)
  SELECT c.source, c.change, CASE WHEN c.change <> 'deleted' THEN c.now END,
      CASE WHEN c.change <> 'deleted' THEN c.sample END
    FROM compared c WHERE c.change IS NOT NULL ORDER BY c.source
$$;--> statement-breakpoint
-- Marks the reports whose results in words changed before this migration.
DO $$ BEGIN PERFORM refresh_report_basis(array_agg(DISTINCT patient_id)) FROM reports WHERE last_signed_id IS NOT NULL; END $$;
