-- Failed logins per account and address, per address, per account and per known device. Unlogged: losing the counts
-- in a crash of the database is acceptable.
CREATE UNLOGGED TABLE login_counts (
  -- A hash that does not reveal the account or the address.
  key text PRIMARY KEY,
  failures integer NOT NULL,
  counted_at timestamptz NOT NULL,
  -- Earlier attempts are neither processed nor counted.
  free_at timestamptz NOT NULL
);
CREATE INDEX login_counts_age ON login_counts (counted_at);
