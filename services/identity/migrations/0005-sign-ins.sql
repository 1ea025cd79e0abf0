-- Sign-in history, shown to the account's owner.

-- Keyed hash of user and network, which can be compared but not reversed. Null for earlier sessions.
ALTER TABLE sessions ADD COLUMN network text;

CREATE TABLE sign_ins (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  user_agent text NOT NULL,
  -- As in sessions.
  network text,
  way text NOT NULL CHECK (way IN ('registration', 'password', 'google', 'passkey')),
  outcome text NOT NULL CHECK (outcome IN ('signed_in', 'wrong_password', 'wrong_code'))
);
CREATE INDEX sign_ins_newest ON sign_ins (user_id, created_at DESC, id DESC);
CREATE INDEX sign_ins_age ON sign_ins (created_at);
