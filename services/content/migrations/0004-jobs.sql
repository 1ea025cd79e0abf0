-- Posts of deleted tribes are deleted by a job. Rows that the previous version inserts during the rollout become
-- jobs, too; the version after this one drops the table.
CREATE FUNCTION enqueue_deletion_of_posts(tribe_id integer) RETURNS void LANGUAGE sql AS $$
  SELECT graphile_worker.add_job(
    'deleteTribePosts',
    payload => json_build_object('payload', json_build_object('tribeId', tribe_id)),
    max_attempts => 10,
    job_key => 'deleteTribePosts:' || tribe_id
  )
$$;

CREATE FUNCTION on_deleted_tribe() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_deletion_of_posts(NEW.tribe_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER deleted_tribe AFTER INSERT ON deleted_tribes FOR EACH ROW EXECUTE FUNCTION on_deleted_tribe();

SELECT enqueue_deletion_of_posts(tribe_id) FROM deleted_tribes;
