-- Offers of ownership: one per tribe, until it is answered or withdrawn or the person is no longer a member.
CREATE TABLE ownership_offers (
  tribe_id integer PRIMARY KEY REFERENCES tribes ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX ownership_offers_of_user ON ownership_offers (user_id);
