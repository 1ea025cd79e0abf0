-- Who signs in with Google. What Google calls them is the identity: their address there may change.
CREATE TABLE google_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  -- One account has one; a second one with the address of the first is refused.
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);
