-- Points are a ledger: what was given is never changed, only answered by a line that takes back.
CREATE TABLE ledger (
  id uuid PRIMARY KEY,
  user_id text NOT NULL,
  tribe_id integer NOT NULL,
  points integer NOT NULL,
  cause text NOT NULL,
  -- What the points are for; nothing is rewarded twice.
  cause_id text NOT NULL,
  post_id text,
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, cause, cause_id)
);
CREATE INDEX ledger_newest ON ledger (user_id, created_at DESC, id DESC);
CREATE INDEX ledger_newest_of_tribe ON ledger (user_id, tribe_id, created_at DESC, id DESC);

-- The sums, kept in the transaction that writes the line. Their rows are also the locks under which caps are counted.
CREATE TABLE totals (
  user_id text NOT NULL,
  tribe_id integer NOT NULL,
  points integer NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, tribe_id)
);
