-- The patient to whom an id leads, through any number of merges; any other id leads to itself.
CREATE FUNCTION kept_patient(of_id text) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE chain AS (
    SELECT id, merged_into FROM patients WHERE id = of_id
    UNION SELECT p.id, p.merged_into FROM chain JOIN patients p ON p.id = chain.merged_into)
  SELECT coalesce((SELECT id FROM chain WHERE merged_into IS NULL), of_id)
$$;--> statement-breakpoint
-- The id of a patient, and those of all records that became part of theirs.
CREATE FUNCTION merged_ids(of_id text) RETURNS text[]
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE part AS (
    SELECT of_id AS id
    UNION SELECT p.id FROM part JOIN patients p ON p.merged_into = part.id)
  SELECT array_agg(id) FROM part
$$;
