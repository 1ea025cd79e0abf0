-- Proofs contain this number. Revoking a password, a sign-in method or the account increments it, which invalidates
-- earlier proofs.
ALTER TABLE users ADD COLUMN security_epoch integer NOT NULL DEFAULT 0;
ALTER TABLE second_factor_challenges ADD COLUMN security_epoch integer NOT NULL DEFAULT 0;

-- Changes of address that can still be undone; until then no other account can take the previous address.
CREATE TABLE email_changes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  email_before text NOT NULL,
  changed_at timestamptz NOT NULL,
  -- Also set when an earlier change was undone and this one with it.
  undone_at timestamptz
);
CREATE INDEX email_changes_of_user ON email_changes (user_id, changed_at);
CREATE INDEX email_changes_before ON email_changes (email_before);
CREATE INDEX email_changes_at ON email_changes (changed_at);

-- Time of the last mail of each kind to an address; limits mail caused by others, regardless of the accounts created
-- for the address.
DROP TABLE last_mails;
CREATE TABLE last_mails (
  -- Keyed hash, by SETTINGS_KEY; does not identify a person.
  address_hash text NOT NULL,
  kind text NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (address_hash, kind)
);
CREATE INDEX last_mails_sent ON last_mails (sent_at);
