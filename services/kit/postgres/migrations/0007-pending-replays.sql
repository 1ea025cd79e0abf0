-- A replay keeps the first publication time, by which an event expires. Replicas of the previous version publish no
-- pending replays; the index also serves their search for unpublished events.
ALTER TABLE outbox ADD COLUMN replay_pending boolean NOT NULL DEFAULT false;
CREATE INDEX outbox_pending ON outbox (seq) WHERE published_at IS NULL OR replay_pending;
DROP INDEX outbox_unpublished;
