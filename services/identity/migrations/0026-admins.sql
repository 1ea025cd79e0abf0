-- Admins are few, and are notified of pending items.
CREATE INDEX users_admins ON users (id) WHERE role = 'admin';
