-- The words of a post are found in a time that grows with its length, not with the square of it: `substr` in a text
-- with characters of several bytes counts them from its beginning.

-- Lower case without accents, in compatibility form; the same for posts and queries. Sigma has two lower-case forms, of
-- which the end of the word decides.
CREATE OR REPLACE FUNCTION search_text(content text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT translate(lower(unaccent('unaccent', normalize(content, NFKC))), 'ς', 'σ')
$$;

-- Only words and numbers: other characters would join words to addresses and the like. The same for posts and queries.
CREATE FUNCTION search_words(content text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(
    search_text(content),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u2000-\u2bff\u3000-\u303f\ufe0f\U0001f000-\U0001faff]+', ' ', 'g')
$$;

-- Pairs of adjacent characters of texts in Chinese and Japanese, which have no spaces between words, and the last
-- character of each run of them. The text is in compatibility form, with all accents.
CREATE OR REPLACE FUNCTION search_bigrams(content text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT pair), '{}') FROM (
    SELECT letter || coalesce(lead(letter) OVER (PARTITION BY run ORDER BY position), '') AS pair
    FROM regexp_matches(content, '[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+', 'g')
        WITH ORDINALITY AS runs (letters, run),
      unnest(string_to_array(letters[1], NULL)) WITH ORDINALITY AS split (letter, position)
  ) AS pairs (pair)
$$;

-- Twice as many characters as the longest text has are read: the compatibility form of some of them is 18 others.
CREATE OR REPLACE FUNCTION search_document(content text, tags text[], place text, place_slug text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  characters_max constant integer := 4400;
  body text := left(normalize(content, NFKC), characters_max);
  labels text := left(normalize(array_to_string(tags, ' ') || ' ' || coalesce(place, ''), NFKC), characters_max);
  plain text := search_words(body);
BEGIN
  RETURN setweight(to_tsvector('simple', search_words(labels)), 'A')
    || to_tsvector('spanish', plain) || to_tsvector('english', plain) || to_tsvector('simple', plain)
    || array_to_tsvector(search_bigrams(body || ' ' || labels) || search_labels(tags, place_slug));
END
$$;

-- Posts with all of these words in any form of Spanish or English; the last word may be the beginning of one. A single
-- character among the bigrams is the beginning of a pair.
CREATE OR REPLACE FUNCTION search_query(words text[], last_is_prefix boolean, bigrams text[]) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  word text;
  exact tsquery;
  parts tsquery := '';
BEGIN
  FOR i IN 1 .. cardinality(words) LOOP
    word := search_words(words[i]);
    exact := plainto_tsquery('simple', word);
    IF last_is_prefix AND i = cardinality(words) AND numnode(exact) > 0 THEN
      exact := (exact::text || ':*')::tsquery;
    END IF;
    parts := parts && (plainto_tsquery('spanish', word) || plainto_tsquery('english', word) || exact);
  END LOOP;
  FOR i IN 1 .. cardinality(bigrams) LOOP
    parts := parts && (quote_literal(bigrams[i]) || CASE WHEN length(bigrams[i]) = 1 THEN ':*' ELSE '' END)::tsquery;
  END LOOP;
  RETURN parts;
END
$$;

SELECT graphile_worker.add_job(
  'rebuildSearch',
  payload => '{"payload": {}}'::json,
  max_attempts => 10,
  job_key => 'rebuildSearch'
) WHERE EXISTS (SELECT FROM posts);
