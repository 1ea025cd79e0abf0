-- What the tests of the kit keep in Postgres.
CREATE TABLE things (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  made_on date NOT NULL DEFAULT '2026-03-01',
  amount integer NOT NULL DEFAULT 1
);
