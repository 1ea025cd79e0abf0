-- Sanctions in force when their account went: who deletes theirs and registers anew starts under them.
CREATE TABLE kept_sanctions (
  -- Keyed, by SETTINGS_KEY, of an address or of somebody at Google: it names nobody.
  person_hash text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('silence', 'suspension')),
  -- The first of those that follow one another; undone, none of them goes on.
  first_id uuid NOT NULL,
  reason text NOT NULL,
  issued_by uuid NOT NULL,
  ends_at timestamptz,
  -- The end, or a year later where that is far or there is none.
  kept_until timestamptz NOT NULL,
  PRIMARY KEY (person_hash, kind)
);
CREATE INDEX kept_sanctions_expiry ON kept_sanctions (kept_until);
CREATE INDEX kept_sanctions_of_first ON kept_sanctions (first_id);

-- The sanction of an earlier account that this one goes on from.
ALTER TABLE sanctions ADD COLUMN first_id uuid;
