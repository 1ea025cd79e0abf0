-- Table of the kit's Postgres tests.
CREATE TABLE things (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  made_on date NOT NULL DEFAULT '2026-03-01',
  amount integer NOT NULL DEFAULT 1
);
