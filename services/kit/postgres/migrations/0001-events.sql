-- Outbox, inbox and idempotency keys of every service.

CREATE TABLE outbox (
  -- Publication order. Transactions that change the same rows insert one after the other.
  seq bigint GENERATED ALWAYS AS IDENTITY,
  id uuid PRIMARY KEY,
  type text NOT NULL,
  payload bytea NOT NULL,
  request_id text NOT NULL,
  occurred_at timestamptz NOT NULL,
  -- Wall-clock time: the age of a pending event must not depend on the domain's clock.
  written_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz,
  -- Number of replays; part of the id by which the broker drops duplicates.
  attempt integer NOT NULL DEFAULT 0
);
CREATE INDEX outbox_unpublished ON outbox (seq) WHERE published_at IS NULL;
CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL;

-- Last known state of the broker's streams; a lower sequence means that the broker has lost its disk.
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
  -- Number of the transaction within the request, from 1.
  step integer NOT NULL,
  body_hash text NOT NULL,
  result bytea,
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (actor_id, route, key, step)
);
CREATE INDEX idempotency_keys_claimed ON idempotency_keys (claimed_at);
