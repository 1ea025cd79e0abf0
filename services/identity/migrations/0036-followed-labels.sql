-- Tags and places that users follow, normalised as in posts.
CREATE TABLE followed_labels (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('tag', 'place')),
  value text NOT NULL CHECK (value <> ''),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind, value)
);
