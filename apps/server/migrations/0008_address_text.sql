-- The words of an address, one text or named parts, for the generated column that is searched.
CREATE FUNCTION address_text(address jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE jsonb_typeof(address)
    WHEN 'string' THEN address #>> '{}'
    WHEN 'object' THEN (SELECT string_agg(part.value, ' ' ORDER BY part.key) FROM jsonb_each_text(address) AS part)
  END;
