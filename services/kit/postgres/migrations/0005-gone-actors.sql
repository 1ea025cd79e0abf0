-- Actors who are gone for good: a transaction of theirs that is still on its way ends here.
CREATE TABLE gone_actors (actor_id text PRIMARY KEY);

-- Whether somebody is gone; who removes them waits for the transaction that asked. The lock is a statement of its own: only
-- so the next one sees what was committed while it was waited for. Copies of the version before do not ask.
CREATE FUNCTION is_actor_gone(id text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(4716002, hashtext(id));
  RETURN EXISTS (SELECT FROM gone_actors WHERE actor_id = id);
END
$$;
