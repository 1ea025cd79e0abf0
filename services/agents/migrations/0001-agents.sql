CREATE TABLE agents (
  id uuid PRIMARY KEY,
  -- A user may have one agent.
  user_id text NOT NULL CONSTRAINT agents_one_per_user UNIQUE,
  active boolean NOT NULL,
  config jsonb NOT NULL,
  last_run_at timestamptz,
  created_at timestamptz NOT NULL
);

CREATE TABLE actions (
  id uuid PRIMARY KEY,
  agent_id uuid NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('reaction', 'comment')),
  reaction text,
  content text,
  tribe_id integer NOT NULL,
  post_id text NOT NULL,
  result text NOT NULL CHECK (result IN ('done', 'skipped')),
  -- Stable code of the reason for skipping.
  reason text,
  created_at timestamptz NOT NULL
);
CREATE INDEX actions_newest ON actions (agent_id, created_at DESC, id DESC);
