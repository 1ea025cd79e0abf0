-- Posts of moderators could require levels that the tribe does not have, which kept all its levels from being changed,
-- also those added later. Which lower levels its posts require is unknown: any that exists now.
UPDATE post_levels SET level_order = highest.level_order
FROM (SELECT tribe_id, max(level_order) AS level_order FROM levels GROUP BY tribe_id) AS highest
WHERE highest.tribe_id = post_levels.tribe_id AND post_levels.level_order > highest.level_order;
