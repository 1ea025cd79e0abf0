-- Second factors, their recovery codes, and passkeys, which count as both factors.

CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Encrypted with SETTINGS_KEY.
  secret text NOT NULL,
  -- Last 30 s step whose code was accepted; each code is valid once.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  -- Null until the owner has entered a valid code; the factor is required only afterwards.
  enabled_at timestamptz
);

-- Unused codes; using a code deletes its row.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Keyed hash, by SETTINGS_KEY.
  hash text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, hash)
);

-- Sign-ins with a valid first factor.
CREATE TABLE second_factor_challenges (
  -- SHA-256 of the token, which is not stored.
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
  -- Base64url, as sent by browsers.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- Usage counter of the authenticator, which never decreases; 0 for the many that have none.
  counter bigint NOT NULL,
  transports text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id, created_at);

-- Used challenges, kept until they expire so that none is used twice. Unused challenges are not stored, because they
-- are signed.
CREATE TABLE used_passkey_challenges (
  hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_passkey_challenges_expiry ON used_passkey_challenges (expires_at);
