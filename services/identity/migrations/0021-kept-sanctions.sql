-- Sanctions in force when their account was deleted; they apply again to a new account of the same person.
CREATE TABLE kept_sanctions (
  -- Keyed hash, by SETTINGS_KEY, of an email address or a Google identity; does not identify a person.
  person_hash text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('silence', 'suspension')),
  -- First sanction of the chain; if it is undone, none of the chain continues.
  first_id uuid NOT NULL,
  reason text NOT NULL,
  issued_by uuid NOT NULL,
  ends_at timestamptz,
  -- The end, or a year later if the end is far or there is none.
  kept_until timestamptz NOT NULL,
  PRIMARY KEY (person_hash, kind)
);
CREATE INDEX kept_sanctions_expiry ON kept_sanctions (kept_until);
CREATE INDEX kept_sanctions_of_first ON kept_sanctions (first_id);

-- First sanction of the chain, of an earlier account, that this sanction continues.
ALTER TABLE sanctions ADD COLUMN first_id uuid;
