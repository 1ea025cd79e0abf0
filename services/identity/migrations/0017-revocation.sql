-- What was proved before a password, a way in or the account itself was revoked holds no longer: it carries this number,
-- which goes up with each revocation.
ALTER TABLE users ADD COLUMN security_epoch integer NOT NULL DEFAULT 0;
ALTER TABLE second_factor_challenges ADD COLUMN security_epoch integer NOT NULL DEFAULT 0;

-- Changes of address that can still be taken back; until then nobody else gets the address before.
CREATE TABLE email_changes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  email_before text NOT NULL,
  changed_at timestamptz NOT NULL,
  -- Also when an earlier change was taken back, and this one with it.
  undone_at timestamptz
);
CREATE INDEX email_changes_of_user ON email_changes (user_id, changed_at);
CREATE INDEX email_changes_before ON email_changes (email_before);
CREATE INDEX email_changes_at ON email_changes (changed_at);

-- When an address was last mailed of one kind, so that nobody's mailbox is filled by others, whichever accounts they make for
-- it.
DROP TABLE last_mails;
CREATE TABLE last_mails (
  -- Keyed, by SETTINGS_KEY: it names nobody.
  address_hash text NOT NULL,
  kind text NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (address_hash, kind)
);
CREATE INDEX last_mails_sent ON last_mails (sent_at);
