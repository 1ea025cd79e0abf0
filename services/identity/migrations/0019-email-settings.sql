-- Mail server chosen by an admin; without a row the environment applies.
CREATE TABLE email_settings (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  host text NOT NULL CHECK (host <> ''),
  port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  secure boolean NOT NULL,
  login text NOT NULL,
  -- Encrypted with SETTINGS_KEY.
  password text,
  sender text NOT NULL,
  reply_to text NOT NULL
);
