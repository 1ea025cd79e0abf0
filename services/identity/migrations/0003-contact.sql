-- Messages to the team, shown to admins.
CREATE TABLE contact_messages (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  subject text NOT NULL CHECK (subject IN ('general', 'technical', 'business', 'feedback', 'other')),
  message text NOT NULL,
  -- Language of the page with the form; used for the reply.
  language text NOT NULL CHECK (language IN ('es', 'en', 'zh')),
  created_at timestamptz NOT NULL,
  -- State of the mail to the team; off without a mail server.
  mail text NOT NULL CHECK (mail IN ('off', 'waiting', 'sent', 'failed')),
  handled_at timestamptz
);
CREATE INDEX contact_messages_newest ON contact_messages (created_at DESC, id DESC);
