-- Admins are few among all, and are told of what waits for them.
CREATE INDEX users_admins ON users (id) WHERE role = 'admin';
