-- Uploads that any replica can continue. The bytes are objects: parts of a fixed size, of which only the last one may
-- be shorter, and the whole file once all have arrived.
CREATE TABLE resumable_uploads (
  id uuid PRIMARY KEY,
  owner_id text NOT NULL,
  size_bytes bigint NOT NULL CHECK (size_bytes > 0),
  received_bytes bigint NOT NULL CHECK (received_bytes BETWEEN 0 AND size_bytes),
  content_type text CHECK (content_type IN ('video/mp4', 'video/webm')),
  part_keys text[] NOT NULL,
  object_key text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX resumable_uploads_of_owner ON resumable_uploads (owner_id, expires_at);
CREATE INDEX resumable_uploads_expired ON resumable_uploads (expires_at);
