-- Uploads of the last hour, including deleted uploads.
CREATE TABLE uploads (
  id uuid PRIMARY KEY,
  -- Digest of the owner's id, because rows outlive a deleted account.
  owner_digest text NOT NULL,
  uploaded_at timestamptz NOT NULL
);
CREATE INDEX uploads_of_owner ON uploads (owner_digest, uploaded_at);
CREATE INDEX uploads_by_time ON uploads (uploaded_at);

INSERT INTO uploads (id, owner_digest, uploaded_at)
SELECT gen_random_uuid(), encode(sha256(convert_to(owner_id, 'UTF8')), 'hex'), created_at
FROM objects WHERE main_key IS NULL AND created_at > now() - interval '1 hour';
