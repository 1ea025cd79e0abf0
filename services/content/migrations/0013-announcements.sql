-- Whether the post is shown as an announcement of its tribe.
ALTER TABLE posts ADD COLUMN is_announcement boolean NOT NULL DEFAULT false;

-- Announced posts, each notified to the members once. A row outlives its post, so that the day stays used, and is
-- deleted with the tribe.
CREATE TABLE announcements (
  post_id uuid PRIMARY KEY,
  tribe_id integer NOT NULL,
  announced_at timestamptz NOT NULL,
  -- Earliest time of the next announcement.
  next_at timestamptz NOT NULL CHECK (next_at > announced_at),
  -- At most one per tribe at a time. The id is a range because GiST indexes on integers need an extension.
  CONSTRAINT announcements_one_at_a_time
    EXCLUDE USING gist (int4range(tribe_id, tribe_id, '[]') WITH &&, tstzrange(announced_at, next_at) WITH &&)
);
CREATE INDEX announcements_of_tribe ON announcements (tribe_id, announced_at);
