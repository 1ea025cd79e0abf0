-- What admins need to find people, and what they may impose on them.

-- Trusted: the owner of the database may make it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX users_name_search ON users USING gin (name gin_trgm_ops);
CREATE INDEX users_email_search ON users USING gin (email gin_trgm_ops);
CREATE INDEX users_newest ON users (created_at DESC, id DESC);

-- As exact as that of sessions, and kept when they end.
ALTER TABLE users ADD COLUMN seen_at timestamptz;

CREATE TABLE sanctions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('warning', 'silence', 'suspension')),
  reason text NOT NULL
    CHECK (reason IN ('spam', 'harassment', 'hate', 'sexual', 'violence', 'fraud', 'impersonation', 'other')),
  -- What the member reads, in words of the admin.
  message text NOT NULL,
  issued_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  -- None: until it is lifted. A warning ends when it was read.
  ends_at timestamptz,
  ended_at timestamptz,
  end_cause text CHECK (end_cause IN ('expired', 'lifted', 'seen')),
  -- Of the admin who lifted it, for other admins.
  note text NOT NULL DEFAULT '',
  appeal text,
  appealed_at timestamptz,
  appeal_outcome text CHECK (appeal_outcome IN ('upheld', 'lifted')),
  appeal_answer text,
  appeal_answered_at timestamptz
);
-- Of several at once this lets exactly one of a kind through.
CREATE UNIQUE INDEX sanctions_one_at_a_time ON sanctions (user_id, kind) WHERE ended_at IS NULL;
CREATE INDEX sanctions_of_user ON sanctions (user_id, created_at DESC, id DESC);
CREATE INDEX sanctions_due ON sanctions (ends_at) WHERE ended_at IS NULL AND ends_at IS NOT NULL;
CREATE INDEX sanctions_appealed ON sanctions (appealed_at DESC, id DESC) WHERE appeal IS NOT NULL;
