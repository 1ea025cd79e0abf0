-- Single-use tokens: to verify an address, reset a password or complete an external sign-in.
CREATE TABLE one_time_tokens (
  -- SHA-256 of the token, which is not stored.
  hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  -- Null before the user is known.
  user_id uuid REFERENCES users ON DELETE CASCADE,
  -- The occasion, such as one mail: retries of a mail add tokens, a later mail replaces them.
  issue text NOT NULL,
  payload jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX one_time_tokens_of_user ON one_time_tokens (user_id, purpose);
CREATE INDEX one_time_tokens_expiry ON one_time_tokens (expires_at);

-- Time of the last mail of each kind to a user; limits mail caused by others.
CREATE TABLE last_mails (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind)
);
