-- Failed logins, counted for an account from one address, for an address, for an account and for a known device.
-- Unlogged: a count that is lost in a crash of the database costs nothing but itself.
CREATE UNLOGGED TABLE login_counts (
  -- A hash: neither the account nor the address can be read from it.
  key text PRIMARY KEY,
  failures integer NOT NULL,
  counted_at timestamptz NOT NULL,
  -- Before this time nothing more is counted, and so nothing tried.
  free_at timestamptz NOT NULL
);
CREATE INDEX login_counts_age ON login_counts (counted_at);
