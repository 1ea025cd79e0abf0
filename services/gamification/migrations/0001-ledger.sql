-- Append-only; points are revoked by a negative entry.
CREATE TABLE ledger (
  id uuid PRIMARY KEY,
  user_id text NOT NULL,
  tribe_id integer NOT NULL,
  points integer NOT NULL,
  cause text NOT NULL,
  -- The rewarded object; unique per person and cause.
  cause_id text NOT NULL,
  post_id text,
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, cause, cause_id)
);
CREATE INDEX ledger_newest ON ledger (user_id, created_at DESC, id DESC);
CREATE INDEX ledger_newest_of_tribe ON ledger (user_id, tribe_id, created_at DESC, id DESC);

-- Sums, updated in the transaction that writes the entry. The rows are also the locks for counting caps.
CREATE TABLE totals (
  user_id text NOT NULL,
  tribe_id integer NOT NULL,
  points integer NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, tribe_id)
);
