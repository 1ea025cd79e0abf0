-- Time of the first introduction; existing users need none.
ALTER TABLE users ADD COLUMN welcomed_at timestamptz;
UPDATE users SET welcomed_at = created_at;
