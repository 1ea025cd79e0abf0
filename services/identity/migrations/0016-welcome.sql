-- When somebody was first shown round; who was here before that existed needs no welcome.
ALTER TABLE users ADD COLUMN welcomed_at timestamptz;
UPDATE users SET welcomed_at = created_at;
