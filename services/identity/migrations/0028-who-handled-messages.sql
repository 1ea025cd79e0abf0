-- Which admin handled a message: of no use once their account is gone, so it refers to none.
ALTER TABLE contact_messages ADD COLUMN handled_by uuid;

-- What waits for an admin is counted on their every screen, among all that was ever handled.
CREATE INDEX contact_messages_open ON contact_messages (created_at, id) WHERE handled_at IS NULL;
CREATE INDEX sanctions_appeals_open ON sanctions (appealed_at, id) WHERE appeal IS NOT NULL AND appeal_answered_at IS NULL;
