-- Index for retention.
CREATE INDEX actions_age ON actions (created_at);
