-- Whether the former address was verified: sanctions are not retained under another person's address. Unknown, and
-- therefore false, for earlier changes and for those of replicas of the previous version.
ALTER TABLE email_changes ADD COLUMN was_verified boolean NOT NULL DEFAULT false;

-- Messages of a deleted account, and of an exported one.
CREATE INDEX contact_messages_of_sender ON contact_messages (email, id);
-- Messages that a deleted admin handled.
CREATE INDEX contact_messages_of_admin ON contact_messages (handled_by) WHERE handled_by IS NOT NULL;
