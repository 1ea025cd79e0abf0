-- What a level asks for, and what members answer to it.

CREATE TABLE challenges (
  id uuid PRIMARY KEY,
  tribe_id integer NOT NULL REFERENCES tribes ON DELETE CASCADE,
  level_id uuid NOT NULL REFERENCES levels ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('quiz', 'manual')),
  title text NOT NULL,
  prompt text NOT NULL,
  max_score integer NOT NULL CHECK (max_score >= 1),
  -- The questions of a quiz with their choices; none when its prompt asks.
  data jsonb,
  -- The right answers of a quiz, in order. They never leave the server but to moderators.
  answer_key integer[],
  -- The order within the level.
  place integer NOT NULL,
  CONSTRAINT key_of_a_quiz CHECK ((type = 'quiz') = (answer_key IS NOT NULL))
);
CREATE INDEX challenges_of_level ON challenges (level_id, place);
CREATE INDEX challenges_of_tribe ON challenges (tribe_id);

CREATE TABLE submissions (
  id uuid PRIMARY KEY,
  tribe_id integer NOT NULL REFERENCES tribes ON DELETE CASCADE,
  challenge_id uuid NOT NULL REFERENCES challenges ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  -- Of max_score, which is the challenge's at the time of the decision.
  score integer,
  max_score integer NOT NULL,
  text text NOT NULL,
  hint text NOT NULL,
  -- A picture: keys of media and a tiny data URI.
  image jsonb,
  -- Media has confirmed that it keeps the picture.
  image_kept boolean NOT NULL DEFAULT false,
  -- Of a quiz: which answers were wrong, by index. The answers themselves are not kept.
  wrong integer[] NOT NULL,
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  -- Null when judged by the key, or when who decided has no account any more.
  decided_by text COLLATE "C",
  -- Rises with every decision and every time it is opened again.
  revision integer NOT NULL DEFAULT 0,
  CONSTRAINT decided CHECK ((status = 'pending') = (decided_at IS NULL) AND (status = 'pending') = (score IS NULL))
);
-- Nobody has two that wait for the same challenge.
CREATE UNIQUE INDEX one_open_submission ON submissions (challenge_id, user_id) WHERE status = 'pending';
CREATE INDEX submissions_of_member ON submissions (tribe_id, user_id, created_at DESC, id DESC);
CREATE INDEX submissions_waiting ON submissions (tribe_id, created_at, id) WHERE status = 'pending';
CREATE INDEX submissions_decided ON submissions (tribe_id, decided_at DESC, id DESC) WHERE status <> 'pending';
CREATE INDEX submissions_of_user ON submissions (user_id, id);
CREATE INDEX submissions_decided_by ON submissions (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX submissions_image_not_kept ON submissions (id) WHERE image IS NOT NULL AND NOT image_kept;

-- When somebody last tried a quiz: the row lets one try a minute through.
CREATE TABLE quiz_attempts (
  challenge_id uuid NOT NULL REFERENCES challenges ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  tried_at timestamptz NOT NULL,
  PRIMARY KEY (challenge_id, user_id)
);
CREATE INDEX quiz_attempts_of_user ON quiz_attempts (user_id);

-- By what members reached their levels: nothing raises anybody twice.
CREATE TABLE level_ups (
  tribe_id integer NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  cause text NOT NULL CHECK (cause IN ('challenges', 'level_test')),
  -- Of challenges the level; of a level test the test.
  cause_id text NOT NULL,
  level_order integer NOT NULL,
  raised_at timestamptz NOT NULL,
  PRIMARY KEY (tribe_id, user_id, cause, cause_id),
  FOREIGN KEY (tribe_id, user_id) REFERENCES members ON DELETE CASCADE
);
