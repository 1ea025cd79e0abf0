-- Position of an event in the outbox of its emitter. Replicas of the previous version park events without it.
ALTER TABLE parked_events ADD COLUMN outbox_sequence bigint;
