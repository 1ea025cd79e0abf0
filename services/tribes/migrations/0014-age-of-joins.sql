-- What is kept for a number of days is found by its time.
CREATE INDEX new_account_joins_age ON new_account_joins (hour);
