-- The jobs are in the schema graphile_worker, which the library of that name migrates.

-- Workers that run jobs. The jobs of a worker whose lease has expired are released.
CREATE TABLE job_workers (
  id text PRIMARY KEY,
  alive_until timestamptz NOT NULL
);

-- Progress and cancellation of jobs.
CREATE TABLE job_states (
  job_id bigint PRIMARY KEY,
  done bigint,
  total bigint,
  cancelled boolean NOT NULL DEFAULT false
);
