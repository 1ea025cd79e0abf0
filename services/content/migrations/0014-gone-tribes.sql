-- Tribes that are gone for good: what is still on its way into one is refused, so that their deletion finds all of it.
CREATE TABLE gone_tribes (tribe_id integer PRIMARY KEY);
