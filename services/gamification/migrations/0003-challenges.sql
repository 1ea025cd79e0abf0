-- Points awarded for a challenge and not revoked; a challenge gives a person points once.
CREATE TABLE challenge_awards (
  user_id text NOT NULL,
  challenge_id text NOT NULL,
  tribe_id integer NOT NULL,
  -- The approved submission; the points are revoked when its approval is.
  submission_id text NOT NULL,
  points integer NOT NULL,
  PRIMARY KEY (user_id, challenge_id)
);
CREATE INDEX challenge_awards_of_tribe ON challenge_awards (tribe_id);
