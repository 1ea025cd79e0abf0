-- The order of the videos that wait for their conversion; null if none was enqueued.
ALTER TABLE objects ADD COLUMN conversion_turn integer;
CREATE INDEX objects_converting ON objects (conversion_turn) WHERE processing = 'processing';
CREATE INDEX objects_converting_of_owner ON objects (owner_id, conversion_turn) WHERE processing = 'processing';
