-- What is hidden is not deleted: from all but the author and moderators (reports, moderator, parent), or from all (removed).
ALTER TABLE posts
  ADD COLUMN hidden_at timestamptz,
  ADD COLUMN hidden_cause text CHECK (hidden_cause IN ('reports', 'moderator', 'removed'));
ALTER TABLE comments
  ADD COLUMN hidden_at timestamptz,
  ADD COLUMN hidden_cause text CHECK (hidden_cause IN ('reports', 'moderator', 'removed', 'parent'));

-- What was reported, once for each object while it waits for a decision.
CREATE TABLE cases (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('post', 'comment', 'chat_message', 'direct_message', 'person', 'tribe')),
  object_id text NOT NULL,
  -- Where it is; null for people.
  tribe_id integer,
  -- Who decides: the tribe's moderators and site admins, or site admins alone.
  scope text NOT NULL CHECK (scope IN ('tribe', 'site')),
  -- Whose it is; empty when they are gone.
  author_id text NOT NULL,
  -- As it was when it was reported, with what stood around it: a change or a deletion destroys no evidence.
  object jsonb NOT NULL,
  object_deleted boolean NOT NULL DEFAULT false,
  status text NOT NULL CHECK (status IN ('open', 'decided', 'appealed', 'closed')),
  -- Rises with every change that a moderator should know of before deciding.
  version integer NOT NULL DEFAULT 1,
  opened_at timestamptz NOT NULL,
  -- Since when it waits for a decision, or when it was decided.
  changed_at timestamptz NOT NULL,
  assignee_id text,
  assigned_at timestamptz,
  appeal_until timestamptz,
  appeal text,
  appealed_at timestamptz
);
CREATE UNIQUE INDEX cases_one_open ON cases (kind, object_id) WHERE status = 'open';
CREATE INDEX cases_of_object ON cases (kind, object_id);
CREATE INDEX cases_of_tribe ON cases (tribe_id, changed_at, id);
CREATE INDEX cases_by_time ON cases (changed_at, id);
CREATE INDEX cases_of_author ON cases (author_id);
CREATE INDEX cases_on_post ON cases ((object ->> 'postId'));
CREATE INDEX cases_to_close ON cases (appeal_until) WHERE status = 'decided';

CREATE TABLE reports (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
  kind text NOT NULL,
  object_id text NOT NULL,
  -- Empty when they are gone.
  reporter_id text NOT NULL,
  reason text NOT NULL,
  description text NOT NULL,
  -- How much it counts towards hiding the object until somebody has looked at it.
  weight integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('open', 'upheld', 'dismissed')),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX reports_one_open ON reports (reporter_id, kind, object_id) WHERE outcome = 'open' AND reporter_id <> '';
CREATE INDEX reports_of_case ON reports (case_id, created_at);
CREATE INDEX reports_of_reporter ON reports (reporter_id, id);

-- How many reports somebody made on a day.
CREATE TABLE report_days (
  reporter_id text NOT NULL,
  day date NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (reporter_id, day)
);

-- Each decision of a case; the number makes sure that none is made twice.
CREATE TABLE case_decisions (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
  number integer NOT NULL,
  action text NOT NULL CHECK (action IN ('keep', 'warn', 'hide', 'remove', 'ban', 'uphold', 'overturn')),
  reason text NOT NULL,
  -- What the author reads beside the reason; may be empty.
  message text NOT NULL,
  -- Empty when they are gone.
  decided_by text NOT NULL,
  by_site boolean NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (case_id, number)
);
CREATE INDEX case_decisions_by_time ON case_decisions (created_at, id);

-- What moderators tell each other about a case.
CREATE TABLE case_notes (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
  author_id text NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX case_notes_of_case ON case_notes (case_id, created_at);
CREATE INDEX case_notes_of_author ON case_notes (author_id, id);
