-- What lets somebody do one thing once: verify an address, choose a new password, finish a sign-in that began elsewhere.
CREATE TABLE one_time_tokens (
  -- SHA-256 of the token; the token itself is kept nowhere.
  hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  -- None where nobody is known yet.
  user_id uuid REFERENCES users ON DELETE CASCADE,
  -- What it was made for, such as one mail: attempts to send it leave tokens beside each other, a later one replaces them.
  issue text NOT NULL,
  payload jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX one_time_tokens_of_user ON one_time_tokens (user_id, purpose);
CREATE INDEX one_time_tokens_expiry ON one_time_tokens (expires_at);

-- When a user was last mailed of one kind, so that nobody's mailbox is filled by others.
CREATE TABLE last_mails (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind)
);
