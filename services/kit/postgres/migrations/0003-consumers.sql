-- What an event is about, by which it is kept in order. Copies of the version before write rows without it.
ALTER TABLE outbox ADD COLUMN key text;

-- The running copies of the service, and which of them has each partition of the events of others.
CREATE TABLE consumer_copies (
  id uuid PRIMARY KEY,
  alive_until timestamptz NOT NULL
);
CREATE TABLE event_partitions (
  partition smallint PRIMARY KEY,
  holder uuid
);

-- Up to where each consumer has read each partition. Kept in the transaction of the effects.
CREATE TABLE consumer_positions (
  consumer text NOT NULL,
  partition smallint NOT NULL,
  -- When the broker made the stream; in another one the position means nothing.
  stream_created text NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (consumer, partition)
);

-- Events that failed, and those of the same key behind them.
CREATE TABLE parked_events (
  consumer text NOT NULL,
  id uuid NOT NULL,
  partition smallint NOT NULL,
  key text NOT NULL,
  seq bigint NOT NULL,
  type text NOT NULL,
  payload bytea NOT NULL,
  request_id text NOT NULL,
  traceparent text,
  occurred_at timestamptz NOT NULL,
  written_at timestamptz,
  deliveries integer NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (consumer, id)
);
