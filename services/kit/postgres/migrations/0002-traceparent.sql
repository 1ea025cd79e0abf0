-- The span in which an event happened, so that what it leads to lies in the same trace. Copies of the version before
-- write rows without it.
ALTER TABLE outbox ADD COLUMN traceparent text;
