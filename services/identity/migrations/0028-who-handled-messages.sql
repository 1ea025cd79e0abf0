-- Admin who handled the message. No foreign key: the id is of no use once the account is deleted.
ALTER TABLE contact_messages ADD COLUMN handled_by uuid;

-- Pending items are counted on every page of an admin, among all handled items.
CREATE INDEX contact_messages_open ON contact_messages (created_at, id) WHERE handled_at IS NULL;
CREATE INDEX sanctions_appeals_open ON sanctions (appealed_at, id) WHERE appeal IS NOT NULL AND appeal_answered_at IS NULL;
