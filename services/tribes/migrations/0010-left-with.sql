-- What somebody was when a stay ended: those below them were not told who they are, and are not told now. Null where it
-- ended before this was kept.
ALTER TABLE stays ADD COLUMN role text CHECK (role IN ('owner', 'officer', 'member'));
ALTER TABLE stays ADD COLUMN level_order integer;
CREATE INDEX stays_over ON stays (tribe_id, user_id, left_at, id) WHERE left_at IS NOT NULL;
