-- Requested data exports; media stores the file.
CREATE TABLE data_exports (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Language of the page on which the export was requested.
  language text NOT NULL CHECK (language IN ('es', 'en', 'zh')),
  -- User agent of the request, named in the mail.
  user_agent text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'working', 'ready', 'failed')),
  -- Areas and pictures processed, of the total.
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
