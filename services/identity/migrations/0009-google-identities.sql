-- Google sign-ins. Issuer and subject identify the person, because the address at Google may change.
CREATE TABLE google_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  -- At most one identity per account; a second one with the same address is refused.
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);
