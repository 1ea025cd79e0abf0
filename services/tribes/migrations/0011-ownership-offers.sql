-- Who is asked to own a tribe: one person at a time, until they answer, the offer is withdrawn, or they are no member any more.
CREATE TABLE ownership_offers (
  tribe_id integer PRIMARY KEY REFERENCES tribes ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX ownership_offers_of_user ON ownership_offers (user_id);
