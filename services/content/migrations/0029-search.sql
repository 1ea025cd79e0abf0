-- Full-text search in posts: the words of each post in a table of their own, so that counters of a post do not rewrite
-- them. Filled by a trigger, for every version of the service, and by a job for the posts from before.
CREATE EXTENSION IF NOT EXISTS unaccent;

CREATE TABLE post_search (
  post_id uuid PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
  tribe_id integer NOT NULL,
  created_at timestamptz NOT NULL,
  document tsvector NOT NULL
);
CREATE INDEX post_search_words ON post_search USING gin (document);
CREATE INDEX post_search_newest ON post_search (created_at DESC, post_id DESC);
CREATE INDEX post_search_of_tribe ON post_search (tribe_id, created_at DESC, post_id DESC);

-- Lower case without accents, in compatibility form; the same for posts and queries.
CREATE FUNCTION search_text(content text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(unaccent('unaccent', normalize(content, NFKC)))
$$;

-- Pairs of adjacent characters of texts in Chinese and Japanese, which have no spaces between words, and the last
-- character of each run of them.
CREATE FUNCTION search_bigrams(content text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(runs[1], i, 2)), '{}')
  FROM regexp_matches(content, '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+', 'g') AS found (runs),
    generate_series(1, length(runs[1])) AS i
$$;

-- `#tag` for each tag, and `@` with the place from each of its words on.
CREATE FUNCTION search_labels(tags text[], place_slug text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT label), '{}') FROM (
    SELECT '#' || tag FROM unnest(tags) AS tag
    UNION ALL
    SELECT '@' || array_to_string(words[i:], '-')
    FROM string_to_array(place_slug, '-') AS words, generate_subscripts(words, 1) AS i
  ) AS labels (label)
$$;

-- Only words and numbers: other characters would join words to addresses and the like.
CREATE FUNCTION search_document(content text, tags text[], place text, place_slug text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  separators constant text := '[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u2000-\u2bff\u3000-\u303f\ufe0f\U0001f000-\U0001faff]+';
  plain text := regexp_replace(search_text(content), separators, ' ', 'g');
  labels text := regexp_replace(search_text(array_to_string(tags, ' ') || ' ' || coalesce(place, '')), separators, ' ', 'g');
BEGIN
  RETURN setweight(to_tsvector('simple', labels), 'A')
    || to_tsvector('spanish', plain) || to_tsvector('english', plain) || to_tsvector('simple', plain)
    || array_to_tsvector(search_bigrams(plain || ' ' || labels) || search_labels(tags, place_slug));
END
$$;

-- Posts with all of these words in any form of Spanish or English; the last word may be the beginning of one. A single
-- character among the bigrams is the beginning of a pair.
CREATE FUNCTION search_query(words text[], last_is_prefix boolean, bigrams text[]) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  word text;
  exact tsquery;
  parts tsquery := '';
BEGIN
  FOR i IN 1 .. cardinality(words) LOOP
    word := search_text(words[i]);
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

CREATE FUNCTION fill_post_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_search (post_id, tribe_id, created_at, document)
  VALUES (NEW.id, NEW.tribe_id, NEW.created_at, search_document(NEW.content, NEW.tags, NEW.place, NEW.place_slug))
  ON CONFLICT (post_id) DO UPDATE SET document = excluded.document;
  RETURN NULL;
END
$$;
CREATE TRIGGER post_search AFTER INSERT OR UPDATE OF content, tags, place, place_slug ON posts
FOR EACH ROW EXECUTE FUNCTION fill_post_search();

SELECT graphile_worker.add_job(
  'rebuildSearch',
  payload => '{"payload": {}}'::json,
  max_attempts => 10,
  job_key => 'rebuildSearch'
) WHERE EXISTS (SELECT FROM posts);
