-- Returns whether a tribe is deleted. The lock makes a deletion wait for the calling transaction. It is a separate
-- statement, so that the next one sees rows committed during the wait.
CREATE FUNCTION is_tribe_gone(id integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(4, id);
  RETURN EXISTS (SELECT FROM gone_tribes WHERE tribe_id = id);
END
$$;
