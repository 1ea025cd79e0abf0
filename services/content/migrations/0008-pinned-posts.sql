-- Up to three posts that stand first in the feed of their tribe: there is no fourth place.
CREATE TABLE pinned_posts (
  tribe_id integer NOT NULL,
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 3),
  post_id uuid NOT NULL UNIQUE,
  pinned_at timestamptz NOT NULL,
  PRIMARY KEY (tribe_id, place)
);

-- Nobody but moderators comments on such a post any more.
ALTER TABLE posts ADD COLUMN comments_locked boolean NOT NULL DEFAULT false;
