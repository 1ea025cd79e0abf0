-- Index for retention.
CREATE INDEX new_account_joins_age ON new_account_joins (hour);
