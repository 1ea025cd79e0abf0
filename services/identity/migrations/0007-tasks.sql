-- The board of tasks that each user has to themselves. A task is done exactly when it stands in that column.
CREATE TABLE tasks (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  title text NOT NULL CHECK (title <> ''),
  description text NOT NULL,
  status text NOT NULL CHECK (status IN ('todo', 'in_progress', 'done')),
  -- From 0, without gaps in a column.
  position integer NOT NULL CHECK (position >= 0),
  created_at timestamptz NOT NULL,
  -- At the end of a transaction: within it, others make room one after the other.
  CONSTRAINT one_task_at_a_position UNIQUE (user_id, status, position) DEFERRABLE INITIALLY DEFERRED
);
