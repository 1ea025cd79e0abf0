-- Uploads under way, each counted against its sender before a byte of it is taken. The row goes when the upload ends; of
-- a process that died it counts until its lease ends.
CREATE TABLE reservations (
  id uuid PRIMARY KEY,
  owner_id text NOT NULL,
  -- As many as the file may have.
  bytes bigint NOT NULL,
  -- By the database's time; renewed while the upload is under way.
  expires_at timestamptz NOT NULL
);
CREATE INDEX reservations_of_owner ON reservations (owner_id, expires_at);
CREATE INDEX reservations_expired ON reservations (expires_at);
