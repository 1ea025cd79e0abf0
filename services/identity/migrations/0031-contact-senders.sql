-- Account that was signed in when the message was sent, so that it is deleted with the account, also when its address
-- is unverified or another one. No foreign key: a job deletes the messages after the account.
ALTER TABLE contact_messages ADD COLUMN sender_id uuid;

CREATE INDEX contact_messages_of_account ON contact_messages (sender_id) WHERE sender_id IS NOT NULL;
