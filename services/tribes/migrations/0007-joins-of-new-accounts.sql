-- Number of tribes that a new account joined or requested to join, per clock hour.

CREATE TABLE new_account_joins (
  user_id text NOT NULL,
  hour timestamptz NOT NULL,
  joins integer NOT NULL,
  PRIMARY KEY (user_id, hour)
);
