-- `purge_reports` deletes working copies with a search path of its own, in which `reports` was not found: no patient
-- who had a report could be purged.
CREATE OR REPLACE FUNCTION announce_reviews() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  named text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(r.id) INTO named
      FROM changed c
      JOIN before b ON b.id = c.id AND b.reviewer_id <> c.reviewer_id
      JOIN public.reports r ON r.patient_id = c.patient_id AND r.kind = c.kind;
  ELSE
    SELECT array_agg(r.id) INTO named
      FROM changed c
      JOIN public.reports r ON r.patient_id = c.patient_id AND r.kind = c.kind;
  END IF;
  IF named IS NULL THEN RETURN NULL; END IF;
  IF cardinality(named) > 20 THEN named := NULL; END IF;
  PERFORM pg_notify('simiente_changes', json_build_object('kind', 'report', 'ids', named)::text);
  RETURN NULL;
END
$$;
