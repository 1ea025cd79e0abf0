-- The ADMIN_EMAIL by which the operator appointed the account, also after its address has changed: a restart appoints
-- no second one. Set at the next start for the admin of an earlier version.
ALTER TABLE users ADD COLUMN appointed_email text;
