-- What people wrote to the team, for the admins.
CREATE TABLE contact_messages (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  subject text NOT NULL CHECK (subject IN ('general', 'technical', 'business', 'feedback', 'other')),
  message text NOT NULL,
  -- Of the screen on which it was written: the language to answer in.
  language text NOT NULL CHECK (language IN ('es', 'en', 'zh')),
  created_at timestamptz NOT NULL,
  -- Whether the team was mailed; off where no mail server was set.
  mail text NOT NULL CHECK (mail IN ('off', 'waiting', 'sent', 'failed')),
  handled_at timestamptz
);
CREATE INDEX contact_messages_newest ON contact_messages (created_at DESC, id DESC);
