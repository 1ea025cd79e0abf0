-- Search for names: typing errors and missing accents are tolerated.
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Lower case without accents, in compatibility form; the same for names and queries.
CREATE FUNCTION search_name(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(unaccent('unaccent', normalize(name, NFKC)))
$$;

-- How well a name matches a query, both as returned by search_name; null when it does not. Equal names come first, then
-- names and words that begin with it, names that contain it, and similar names. A short text is similar to too many.
CREATE FUNCTION name_rank(name text, query text) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  alike real := word_similarity(query, name);
BEGIN
  RETURN round(100 * similarity(query, name))::integer + CASE
    WHEN name = query THEN 2000
    WHEN starts_with(name, query) THEN 1800
    WHEN position(' ' || query IN name) > 0 THEN 1600
    WHEN position(query IN name) > 0 THEN 1400
    WHEN length(query) >= 5 AND alike >= 0.3 OR length(query) >= 3 AND alike >= 0.55
      THEN round(1000 * alike)::integer
  END;
END
$$;
