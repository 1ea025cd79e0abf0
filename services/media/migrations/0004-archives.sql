-- An archive is one file for its owner, who alone fetches it, until it expires; pictures do not.
ALTER TABLE objects ADD COLUMN expires_at timestamptz;
CREATE INDEX objects_expiring ON objects (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX objects_of_owner_by_key ON objects (owner_id, key) WHERE main_key IS NULL;
