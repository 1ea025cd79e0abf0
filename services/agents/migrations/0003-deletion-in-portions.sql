-- An agent may have any number of actions, too many for one statement. The agent is deleted at once, its actions by a
-- job. Like a foreign key, the trigger refuses actions of deleted agents and locks existing agents against deletion.
CREATE FUNCTION require_agent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM agents WHERE id = NEW.agent_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no agent %', NEW.agent_id
    USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER action_of_agent BEFORE INSERT ON actions FOR EACH ROW EXECUTE FUNCTION require_agent();
ALTER TABLE actions DROP CONSTRAINT actions_agent_id_fkey;
