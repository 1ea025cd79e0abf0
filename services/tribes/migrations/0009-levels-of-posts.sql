-- The highest level that a post of a tribe has ever asked for: posts keep the number, so what it is called must not change.
CREATE TABLE post_levels (
  tribe_id integer PRIMARY KEY REFERENCES tribes ON DELETE CASCADE,
  level_order integer NOT NULL
);

-- What the posts until now ask for is not known here: any level of their tribe.
INSERT INTO post_levels (tribe_id, level_order)
SELECT levels.tribe_id, max(levels.level_order)
FROM levels JOIN tribes ON tribes.id = levels.tribe_id
WHERE tribes.members_count > 0
GROUP BY levels.tribe_id;
