-- Time zone for times in mails (an IANA name), sent by the browser at sign-in; null when unknown.
ALTER TABLE users ADD COLUMN time_zone text;
