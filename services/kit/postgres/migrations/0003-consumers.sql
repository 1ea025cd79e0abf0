-- Ordering key of an event. Replicas of the previous version write rows without it.
ALTER TABLE outbox ADD COLUMN key text;

-- Running replicas of the service, and the holder of each partition of other services' events.
CREATE TABLE consumer_copies (
  id uuid PRIMARY KEY,
  alive_until timestamptz NOT NULL
);
CREATE TABLE event_partitions (
  partition smallint PRIMARY KEY,
  holder uuid
);

-- Position of each consumer in each partition. Saved in the transaction of the effects.
CREATE TABLE consumer_positions (
  consumer text NOT NULL,
  partition smallint NOT NULL,
  -- Creation time of the stream; the position is invalid in a stream with another one.
  stream_created text NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (consumer, partition)
);

-- Failed events, and later events of the same key.
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
