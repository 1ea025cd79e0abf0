-- Whether a tribe is gone; who deletes it waits for the transaction that asked. The lock is a statement of its own: only so
-- the next one sees what was committed while it was waited for.
CREATE FUNCTION is_tribe_gone(id integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(4, id);
  RETURN EXISTS (SELECT FROM gone_tribes WHERE tribe_id = id);
END
$$;
