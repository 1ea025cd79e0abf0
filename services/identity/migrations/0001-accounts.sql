-- Accounts, sessions, follows and site settings.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  -- Trimmed and lower-case. The constraint admits one of several concurrent registrations with the same address.
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  -- Null for accounts without a password, which sign in elsewhere.
  password_hash text,
  role text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin')),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  avatar_url text,
  -- Null until chosen.
  language text CHECK (language IN ('es', 'en', 'zh')),
  is_agent boolean NOT NULL DEFAULT false,
  email_verified_at timestamptz,
  terms_accepted_at timestamptz,
  created_at timestamptz NOT NULL
);

-- Ending a session deletes its row, so it cannot be restored.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_of_user ON sessions (user_id, created_at DESC);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE follows (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  followed_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, followed_id),
  CONSTRAINT nobody_follows_themselves CHECK (user_id <> followed_id)
);
CREATE INDEX followers_of_user ON follows (followed_id, user_id);
CREATE INDEX follows_newest ON follows (user_id, created_at DESC, followed_id DESC);

-- A single row.
CREATE TABLE site_settings (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  maintenance_enabled boolean NOT NULL DEFAULT false,
  maintenance_message text NOT NULL DEFAULT '',
  disable_signup boolean NOT NULL DEFAULT false
);
INSERT INTO site_settings DEFAULT VALUES;
