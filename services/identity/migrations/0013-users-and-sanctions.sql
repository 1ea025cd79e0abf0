-- Search for users, and sanctions, for admins.

-- A trusted extension: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX users_name_search ON users USING gin (name gin_trgm_ops);
CREATE INDEX users_email_search ON users USING gin (email gin_trgm_ops);
CREATE INDEX users_newest ON users (created_at DESC, id DESC);

-- Same precision as in sessions, but kept when they end.
ALTER TABLE users ADD COLUMN seen_at timestamptz;

CREATE TABLE sanctions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('warning', 'silence', 'suspension')),
  reason text NOT NULL
    CHECK (reason IN ('spam', 'harassment', 'hate', 'sexual', 'violence', 'fraud', 'impersonation', 'other')),
  -- Message to the member, written by the admin.
  message text NOT NULL,
  issued_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null: until lifted. A warning ends when it is read.
  ends_at timestamptz,
  ended_at timestamptz,
  end_cause text CHECK (end_cause IN ('expired', 'lifted', 'seen')),
  -- Note of the admin who lifted the sanction, shown to other admins.
  note text NOT NULL DEFAULT '',
  appeal text,
  appealed_at timestamptz,
  appeal_outcome text CHECK (appeal_outcome IN ('upheld', 'lifted')),
  appeal_answer text,
  appeal_answered_at timestamptz
);
-- Admits one of several concurrent sanctions of a kind.
CREATE UNIQUE INDEX sanctions_one_at_a_time ON sanctions (user_id, kind) WHERE ended_at IS NULL;
CREATE INDEX sanctions_of_user ON sanctions (user_id, created_at DESC, id DESC);
CREATE INDEX sanctions_due ON sanctions (ends_at) WHERE ended_at IS NULL AND ends_at IS NOT NULL;
CREATE INDEX sanctions_appealed ON sanctions (appealed_at DESC, id DESC) WHERE appeal IS NOT NULL;
