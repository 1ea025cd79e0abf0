-- What each person was given for a challenge, while it stands: a challenge gives points once.
CREATE TABLE challenge_awards (
  user_id text NOT NULL,
  challenge_id text NOT NULL,
  tribe_id integer NOT NULL,
  -- The one that was approved; when its approval is taken back, so are the points.
  submission_id text NOT NULL,
  points integer NOT NULL,
  PRIMARY KEY (user_id, challenge_id)
);
CREATE INDEX challenge_awards_of_tribe ON challenge_awards (tribe_id);
