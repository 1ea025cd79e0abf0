-- The private task board of each user. A task is done if and only if it is in the column `done`.
CREATE TABLE tasks (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  title text NOT NULL CHECK (title <> ''),
  description text NOT NULL,
  status text NOT NULL CHECK (status IN ('todo', 'in_progress', 'done')),
  -- From 0, without gaps within a column.
  position integer NOT NULL CHECK (position >= 0),
  created_at timestamptz NOT NULL,
  -- Deferred: while tasks are moved, positions within a transaction are temporarily equal.
  CONSTRAINT one_task_at_a_position UNIQUE (user_id, status, position) DEFERRABLE INITIALLY DEFERRED
);
