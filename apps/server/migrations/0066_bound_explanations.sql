-- An explanation of a figure says which result it disagrees with. Those of open reviews did not: they stay to be read,
-- and are given again.
UPDATE report_working_copies SET sentences = (
  SELECT jsonb_agg(jsonb_set(s.sentence, '{explanations}', coalesce((
      SELECT jsonb_agg('{"expected": null, "idValue": null}'::jsonb || e.explanation ORDER BY e.at)
        FROM jsonb_array_elements(s.sentence->'explanations') WITH ORDINALITY e (explanation, at)), '[]'))
    ORDER BY s.at)
  FROM jsonb_array_elements(sentences) WITH ORDINALITY s (sentence, at))
WHERE jsonb_path_exists(sentences, '$[*].explanations[*]');
