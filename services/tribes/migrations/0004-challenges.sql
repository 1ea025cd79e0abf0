-- Challenges of levels, and members' submissions.

CREATE TABLE challenges (
  id uuid PRIMARY KEY,
  tribe_id integer NOT NULL REFERENCES tribes ON DELETE CASCADE,
  level_id uuid NOT NULL REFERENCES levels ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('quiz', 'manual')),
  title text NOT NULL,
  prompt text NOT NULL,
  max_score integer NOT NULL CHECK (max_score >= 1),
  -- Questions and choices of a quiz; null if the prompt contains the question.
  data jsonb,
  -- Correct answers of a quiz, in order. Sent to moderators only.
  answer_key integer[],
  -- Order within the level.
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
  -- Out of max_score, which is the challenge's at the time of the decision.
  score integer,
  max_score integer NOT NULL,
  text text NOT NULL,
  hint text NOT NULL,
  -- A picture: media keys and a tiny data URI.
  image jsonb,
  -- Whether media has confirmed the picture.
  image_kept boolean NOT NULL DEFAULT false,
  -- Indexes of the wrong answers of a quiz. The answers are not stored.
  wrong integer[] NOT NULL,
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  -- Null if the answer key decided or the moderator's account is deleted.
  decided_by text COLLATE "C",
  -- Incremented by every decision and reopening.
  revision integer NOT NULL DEFAULT 0,
  CONSTRAINT decided CHECK ((status = 'pending') = (decided_at IS NULL) AND (status = 'pending') = (score IS NULL))
);
-- At most one pending submission per person and challenge.
CREATE UNIQUE INDEX one_open_submission ON submissions (challenge_id, user_id) WHERE status = 'pending';
CREATE INDEX submissions_of_member ON submissions (tribe_id, user_id, created_at DESC, id DESC);
CREATE INDEX submissions_waiting ON submissions (tribe_id, created_at, id) WHERE status = 'pending';
CREATE INDEX submissions_decided ON submissions (tribe_id, decided_at DESC, id DESC) WHERE status <> 'pending';
CREATE INDEX submissions_of_user ON submissions (user_id, id);
CREATE INDEX submissions_decided_by ON submissions (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX submissions_image_not_kept ON submissions (id) WHERE image IS NOT NULL AND NOT image_kept;

-- Time of a person's last attempt at a quiz; the row enforces one attempt a minute.
CREATE TABLE quiz_attempts (
  challenge_id uuid NOT NULL REFERENCES challenges ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  tried_at timestamptz NOT NULL,
  PRIMARY KEY (challenge_id, user_id)
);
CREATE INDEX quiz_attempts_of_user ON quiz_attempts (user_id);

-- Causes of members' promotions; each cause promotes a member once.
CREATE TABLE level_ups (
  tribe_id integer NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  cause text NOT NULL CHECK (cause IN ('challenges', 'level_test')),
  -- The level for challenges; the test for a level test.
  cause_id text NOT NULL,
  level_order integer NOT NULL,
  raised_at timestamptz NOT NULL,
  PRIMARY KEY (tribe_id, user_id, cause, cause_id),
  FOREIGN KEY (tribe_id, user_id) REFERENCES members ON DELETE CASCADE
);
