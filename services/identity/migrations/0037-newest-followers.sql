-- Index for the newest followers of a user.
CREATE INDEX followers_newest ON follows (followed_id, created_at DESC, user_id DESC);
