CREATE TABLE posts (
  id uuid PRIMARY KEY,
  tribe_id integer NOT NULL,
  author_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('post', 'reel', 'story')),
  content text NOT NULL,
  -- Pictures in order, as stored by media: [{id, key, visibility, width, height, lqip, rotated, variants}].
  images jsonb NOT NULL,
  cover_index integer NOT NULL,
  tags text[] NOT NULL,
  place text,
  place_slug text,
  min_level_order integer NOT NULL,
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  -- Counters are updated in the transactions that change them, so that a page of the feed needs no count.
  comments_count integer NOT NULL DEFAULT 0,
  likes integer NOT NULL DEFAULT 0,
  dislikes integer NOT NULL DEFAULT 0,
  views integer NOT NULL DEFAULT 0
);
CREATE INDEX posts_of_tribe ON posts (tribe_id, created_at DESC, id DESC);
CREATE INDEX posts_of_author ON posts (author_id, created_at DESC, id DESC);
CREATE INDEX posts_tagged ON posts USING gin (tags);
CREATE INDEX posts_at_place ON posts (tribe_id, place_slug, created_at DESC, id DESC) WHERE place_slug IS NOT NULL;

CREATE TABLE comments (
  id uuid PRIMARY KEY,
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  author_id text NOT NULL,
  -- The parent comment; replies have no replies.
  parent_id uuid REFERENCES comments (id) ON DELETE CASCADE,
  content text NOT NULL,
  created_at timestamptz NOT NULL,
  likes integer NOT NULL DEFAULT 0,
  dislikes integer NOT NULL DEFAULT 0
);
CREATE INDEX comments_of_post ON comments (post_id, created_at, id) WHERE parent_id IS NULL;
CREATE INDEX comments_replies ON comments (parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_newest ON comments (post_id, created_at DESC);

-- A person's reaction to a post or comment: one row, so like and dislike exclude each other.
CREATE TABLE reactions (
  target_id uuid NOT NULL,
  user_id text NOT NULL,
  type text NOT NULL CHECK (type IN ('like', 'dislike')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (target_id, user_id)
);
CREATE INDEX reactions_newest ON reactions (target_id, created_at DESC);

-- Viewers of a post by day; a view counts once a day.
CREATE TABLE views (
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  viewer text NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (post_id, viewer, day)
);
