-- Span of the event, so that its effects belong to the same trace. Replicas of the previous version write rows
-- without it.
ALTER TABLE outbox ADD COLUMN traceparent text;
