-- Hidden content is not deleted. The causes reports, moderator and parent hide it from all but its author and
-- moderators; removed hides it from everyone.
ALTER TABLE posts
  ADD COLUMN hidden_at timestamptz,
  ADD COLUMN hidden_cause text CHECK (hidden_cause IN ('reports', 'moderator', 'removed'));
ALTER TABLE comments
  ADD COLUMN hidden_at timestamptz,
  ADD COLUMN hidden_cause text CHECK (hidden_cause IN ('reports', 'moderator', 'removed', 'parent'));

-- Reported objects; at most one open case per object.
CREATE TABLE cases (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('post', 'comment', 'chat_message', 'direct_message', 'person', 'tribe')),
  object_id text NOT NULL,
  -- Tribe of the object; null for people.
  tribe_id integer,
  -- Who may decide: the tribe's moderators and site admins, or site admins only.
  scope text NOT NULL CHECK (scope IN ('tribe', 'site')),
  -- Author of the object; empty when the account is deleted.
  author_id text NOT NULL,
  -- Snapshot of the object and its context at the time of the report; changes and deletions do not affect it.
  object jsonb NOT NULL,
  object_deleted boolean NOT NULL DEFAULT false,
  status text NOT NULL CHECK (status IN ('open', 'decided', 'appealed', 'closed')),
  -- Incremented by every change that affects a moderator's decision.
  version integer NOT NULL DEFAULT 1,
  opened_at timestamptz NOT NULL,
  -- Start of the wait for a decision, or time of the decision.
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
  -- Empty when the account is deleted.
  reporter_id text NOT NULL,
  reason text NOT NULL,
  description text NOT NULL,
  -- Weight towards hiding the object before a moderator has reviewed it.
  weight integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('open', 'upheld', 'dismissed')),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX reports_one_open ON reports (reporter_id, kind, object_id) WHERE outcome = 'open' AND reporter_id <> '';
CREATE INDEX reports_of_case ON reports (case_id, created_at);
CREATE INDEX reports_of_reporter ON reports (reporter_id, id);

-- Number of reports per person and day.
CREATE TABLE report_days (
  reporter_id text NOT NULL,
  day date NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (reporter_id, day)
);

-- Decisions of a case; the unique number prevents concurrent duplicates.
CREATE TABLE case_decisions (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
  number integer NOT NULL,
  action text NOT NULL CHECK (action IN ('keep', 'warn', 'hide', 'remove', 'ban', 'uphold', 'overturn')),
  reason text NOT NULL,
  -- Message to the author besides the reason; may be empty.
  message text NOT NULL,
  -- Empty when the account is deleted.
  decided_by text NOT NULL,
  by_site boolean NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (case_id, number)
);
CREATE INDEX case_decisions_by_time ON case_decisions (created_at, id);

-- Moderators' internal notes on a case.
CREATE TABLE case_notes (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
  author_id text NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX case_notes_of_case ON case_notes (case_id, created_at);
CREATE INDEX case_notes_of_author ON case_notes (author_id, id);
