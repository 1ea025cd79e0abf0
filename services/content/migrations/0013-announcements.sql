-- The post is shown as an announcement of its tribe.
ALTER TABLE posts ADD COLUMN is_announcement boolean NOT NULL DEFAULT false;

-- Of which posts the members of a tribe were told, once each. A row stays when the post is deleted, so that the day stays
-- used; it goes with the tribe.
CREATE TABLE announcements (
  post_id uuid PRIMARY KEY,
  tribe_id integer NOT NULL,
  announced_at timestamptz NOT NULL,
  -- From when on the next one is possible.
  next_at timestamptz NOT NULL CHECK (next_at > announced_at),
  -- No two at a time in one tribe; the id is a range for want of an index over numbers and ranges without an extension.
  CONSTRAINT announcements_one_at_a_time
    EXCLUDE USING gist (int4range(tribe_id, tribe_id, '[]') WITH &&, tstzrange(announced_at, next_at) WITH &&)
);
CREATE INDEX announcements_of_tribe ON announcements (tribe_id, announced_at);
