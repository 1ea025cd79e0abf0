-- The second factor of a sign-in, the codes that stand in for it, and passkeys, which count as both factors.

CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Encrypted; of no use without SETTINGS_KEY.
  secret text NOT NULL,
  -- The last half minute whose code was taken: a code works once.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  -- None until the owner has shown a right code: only then it is asked for.
  enabled_at timestamptz
);

-- A row is a code that was not used; using it deletes it.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Keyed, by SETTINGS_KEY.
  hash text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, hash)
);

-- Sign-ins whose first factor was right.
CREATE TABLE second_factor_challenges (
  -- SHA-256 of the token; the token itself is kept nowhere.
  hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  way text NOT NULL CHECK (way IN ('password', 'google')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts <= 5),
  expires_at timestamptz NOT NULL
);
CREATE INDEX second_factor_challenges_of_user ON second_factor_challenges (user_id);
CREATE INDEX second_factor_challenges_expiry ON second_factor_challenges (expires_at);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Base64url, as browsers send it.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- How often it was used, as it says itself; it never goes back. Many keep none: 0.
  counter bigint NOT NULL,
  transports text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id, created_at);

-- Challenges that were answered. They are signed, so only these are kept, until they expire: none is answered twice.
CREATE TABLE used_passkey_challenges (
  hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_passkey_challenges_expiry ON used_passkey_challenges (expires_at);
