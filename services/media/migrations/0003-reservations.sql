-- Uploads in progress, counted for the sender before the first byte is accepted. The row is deleted when the upload
-- ends; after a crash of the process it counts until it expires.
CREATE TABLE reservations (
  id uuid PRIMARY KEY,
  owner_id text NOT NULL,
  -- Maximum size of the file.
  bytes bigint NOT NULL,
  -- Database time; extended during the upload.
  expires_at timestamptz NOT NULL
);
CREATE INDEX reservations_of_owner ON reservations (owner_id, expires_at);
CREATE INDEX reservations_expired ON reservations (expires_at);
