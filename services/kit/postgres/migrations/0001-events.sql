-- What every service keeps beside its own tables: what it has yet to say, what it has heard, what it was asked twice.

CREATE TABLE outbox (
  -- The order of saying. Transactions that touch the same rows write here one after the other.
  seq bigint GENERATED ALWAYS AS IDENTITY,
  id uuid PRIMARY KEY,
  type text NOT NULL,
  payload bytea NOT NULL,
  request_id text NOT NULL,
  occurred_at timestamptz NOT NULL,
  -- The time of the machine: how long an event waits must not depend on the time of the domain.
  written_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz,
  -- Counts the replays; part of the id under which the broker drops doubles.
  attempt integer NOT NULL DEFAULT 0
);
CREATE INDEX outbox_unpublished ON outbox (seq) WHERE published_at IS NULL;
CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL;

-- What we last knew of the broker's streams; a broker that knows less has lost its disk.
CREATE TABLE outbox_streams (
  name text PRIMARY KEY,
  created text NOT NULL,
  last_seq bigint NOT NULL
);

CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  handled_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_handled ON inbox (handled_at);

CREATE TABLE idempotency_keys (
  actor_id text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  -- Which of the request's transactions this is, counted from 1.
  step integer NOT NULL,
  body_hash text NOT NULL,
  result bytea,
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (actor_id, route, key, step)
);
CREATE INDEX idempotency_keys_claimed ON idempotency_keys (claimed_at);
