-- What is kept for a number of days is found by its time.
CREATE INDEX actions_age ON actions (created_at);
