-- In which time zone its owner reads mails (an IANA name), as a browser said at a sign-in; null when it is not known.
ALTER TABLE users ADD COLUMN time_zone text;
