-- Whether an admin replaced the address of the account: its verification link does not offer to delete the account,
-- which other people may know by then. Unknown, and therefore false, for earlier changes.
ALTER TABLE users ADD COLUMN email_set_by_admin boolean NOT NULL DEFAULT false;
