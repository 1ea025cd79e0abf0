-- Highest level ever required by a post of a tribe. Posts store the number, so the levels up to it must not be
-- renumbered.
CREATE TABLE post_levels (
  tribe_id integer PRIMARY KEY REFERENCES tribes ON DELETE CASCADE,
  level_order integer NOT NULL
);

-- The levels of existing posts are unknown: any level of their tribe.
INSERT INTO post_levels (tribe_id, level_order)
SELECT levels.tribe_id, max(levels.level_order)
FROM levels JOIN tribes ON tribes.id = levels.tribe_id
WHERE tribes.members_count > 0
GROUP BY levels.tribe_id;
