-- Copies of their data that people asked for; the file lies with media.
CREATE TABLE data_exports (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Of the screen on which it was asked for.
  language text NOT NULL CHECK (language IN ('es', 'en', 'zh')),
  -- The browser that asked, as it named itself: for the mail.
  user_agent text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'working', 'ready', 'failed')),
  -- Areas and pictures that are in it, of how many.
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  requested_at timestamptz NOT NULL,
  ready_at timestamptz,
  expires_at timestamptz,
  archive_key text,
  size_bytes bigint
);
CREATE UNIQUE INDEX data_exports_one_at_a_time ON data_exports (user_id) WHERE state IN ('waiting', 'working');
CREATE INDEX data_exports_of_user ON data_exports (user_id, requested_at DESC, id DESC);
CREATE INDEX data_exports_age ON data_exports (requested_at);
