-- Up to three posts at the top of a tribe's feed; the CHECK enforces the limit.
CREATE TABLE pinned_posts (
  tribe_id integer NOT NULL,
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 3),
  post_id uuid NOT NULL UNIQUE,
  pinned_at timestamptz NOT NULL,
  PRIMARY KEY (tribe_id, place)
);

-- Only moderators may comment on a locked post.
ALTER TABLE posts ADD COLUMN comments_locked boolean NOT NULL DEFAULT false;
