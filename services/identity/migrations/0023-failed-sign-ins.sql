-- How often signing in failed in an hour, at each account and from each address: the audit log keeps the first ones.
CREATE TABLE failed_sign_ins (
  hour timestamptz NOT NULL,
  -- Which of the two the key is of.
  counted text NOT NULL CHECK (counted IN ('account', 'address')),
  -- A user's id, or empty for addresses that nobody has; the mark of a network address.
  key text NOT NULL,
  failures integer NOT NULL,
  PRIMARY KEY (hour, counted, key)
);
CREATE INDEX failed_sign_ins_of_account ON failed_sign_ins (key) WHERE counted = 'account';
