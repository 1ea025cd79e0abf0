-- Index for retention: old entries are not needed.
ALTER TABLE gone ADD COLUMN gone_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX gone_age ON gone (gone_at);
