-- Index for the newest members of each of a user's tribes.
CREATE INDEX members_newest ON members (tribe_id, seq DESC) WHERE status = 'active';
