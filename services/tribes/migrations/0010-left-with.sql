-- Role and level at the end of a stay: a former member stays hidden from those below them. Null for stays that ended
-- earlier.
ALTER TABLE stays ADD COLUMN role text CHECK (role IN ('owner', 'officer', 'member'));
ALTER TABLE stays ADD COLUMN level_order integer;
CREATE INDEX stays_over ON stays (tribe_id, user_id, left_at, id) WHERE left_at IS NOT NULL;
