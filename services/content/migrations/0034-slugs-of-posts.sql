-- The slug of a post follows from its place (`placeSlugOf`). Before, the sender chose each of them: a slug might be of
-- another place, or without any; then it becomes the place. Combining characters are removed, as accents are.
UPDATE posts SET place = coalesce(place, place_slug), place_slug = derived.slug
FROM (
  SELECT id, nullif(btrim(left(btrim(regexp_replace(lower(plain COLLATE "C"), '[^a-z0-9]+', '-', 'g'), '-'), 60), '-'), '')
    AS slug
  FROM posts, regexp_replace(
    normalize(coalesce(place, place_slug), NFD),
    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]', '', 'g') AS plain
  WHERE place IS NOT NULL OR place_slug IS NOT NULL
) AS derived
WHERE posts.id = derived.id AND (place IS NULL OR place_slug IS DISTINCT FROM derived.slug);
