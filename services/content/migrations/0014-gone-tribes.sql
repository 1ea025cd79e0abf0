-- Deleted tribes. Writes to one that are still in progress are refused, so that the deletion finds all rows.
CREATE TABLE gone_tribes (tribe_id integer PRIMARY KEY);
