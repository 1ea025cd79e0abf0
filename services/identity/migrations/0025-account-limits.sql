-- When an admin lifted the limits of a new account.
ALTER TABLE users ADD COLUMN limits_lifted_at timestamptz;
