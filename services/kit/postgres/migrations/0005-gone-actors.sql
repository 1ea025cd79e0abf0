-- Deleted actors, whose transactions in progress are aborted.
CREATE TABLE gone_actors (actor_id text PRIMARY KEY);

-- Returns whether an actor is deleted. The lock makes a deletion wait for the calling transaction. It is a separate
-- statement, so that the next one sees rows committed during the wait. Replicas of the previous version do not call
-- it.
CREATE FUNCTION is_actor_gone(id text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(4716002, hashtext(id));
  RETURN EXISTS (SELECT FROM gone_actors WHERE actor_id = id);
END
$$;
