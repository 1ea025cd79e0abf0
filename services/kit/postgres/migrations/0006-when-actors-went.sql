-- Index for retention: old entries are not needed.
ALTER TABLE gone_actors ADD COLUMN gone_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX gone_actors_age ON gone_actors (gone_at);
