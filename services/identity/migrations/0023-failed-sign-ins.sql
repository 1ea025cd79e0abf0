-- Failed sign-ins per hour, by account and by network address; the audit log records the first of them.
CREATE TABLE failed_sign_ins (
  hour timestamptz NOT NULL,
  -- Kind of the key.
  counted text NOT NULL CHECK (counted IN ('account', 'address')),
  -- User id, or empty for addresses without an account; or the hash of a network address.
  key text NOT NULL,
  failures integer NOT NULL,
  PRIMARY KEY (hour, counted, key)
);
CREATE INDEX failed_sign_ins_of_account ON failed_sign_ins (key) WHERE counted = 'account';
