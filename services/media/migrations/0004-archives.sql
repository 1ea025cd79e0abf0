-- Archives are single files that only their owner may fetch, until they expire; pictures do not expire.
ALTER TABLE objects ADD COLUMN expires_at timestamptz;
CREATE INDEX objects_expiring ON objects (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX objects_of_owner_by_key ON objects (owner_id, key) WHERE main_key IS NULL;
