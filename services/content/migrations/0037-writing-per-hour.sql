-- Number of posts and comments that a user wrote, per clock hour, deleted ones included.

CREATE TABLE hourly_writing (
  user_id text NOT NULL,
  hour timestamptz NOT NULL,
  posts integer NOT NULL,
  comments integer NOT NULL,
  PRIMARY KEY (user_id, hour)
);
-- Index for retention.
CREATE INDEX hourly_writing_age ON hourly_writing (hour);
