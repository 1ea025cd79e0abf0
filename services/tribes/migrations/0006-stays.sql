-- Periods of membership, for statistics over time. Rows are kept after the end, without the user id once the account
-- is deleted.
CREATE TABLE stays (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tribe_id integer NOT NULL REFERENCES tribes ON DELETE CASCADE,
  user_id text COLLATE "C",
  joined_at timestamptz NOT NULL,
  left_at timestamptz
);
CREATE UNIQUE INDEX one_stay ON stays (tribe_id, user_id) WHERE left_at IS NULL;
CREATE INDEX stays_joined ON stays (tribe_id, joined_at);
CREATE INDEX stays_left ON stays (tribe_id, left_at) WHERE left_at IS NOT NULL;
CREATE INDEX stays_of_user ON stays (user_id, id);

-- Earlier stays are known for current members only.
INSERT INTO stays (tribe_id, user_id, joined_at)
SELECT tribe_id, user_id, since FROM members WHERE status = 'active';
