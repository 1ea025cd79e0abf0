-- Where sessions were opened from, and what happened at the door: the owner of an account looks at both.

-- A keyed hash of user and network: whether two are the same can be told, which network it is cannot. None before.
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
