-- The jobs themselves stand in the schema graphile_worker, which the library of that name migrates.

-- The workers that run jobs. What one of them holds when its time is over is free for the others.
CREATE TABLE job_workers (
  id text PRIMARY KEY,
  alive_until timestamptz NOT NULL
);

-- What is known of a job beside that: how far it is, and whether it shall end.
CREATE TABLE job_states (
  job_id bigint PRIMARY KEY,
  done bigint,
  total bigint,
  cancelled boolean NOT NULL DEFAULT false
);
