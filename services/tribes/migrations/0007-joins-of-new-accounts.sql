-- How many tribes a new account joined, or asked to join, in an hour of the clock.

CREATE TABLE new_account_joins (
  user_id text NOT NULL,
  hour timestamptz NOT NULL,
  joins integer NOT NULL,
  PRIMARY KEY (user_id, hour)
);
