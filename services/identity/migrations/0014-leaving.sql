-- When an account is deleted, the audit log keeps the actions and the ids without names and details: only these
-- columns of an entry may be cleared.
CREATE OR REPLACE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  personal constant text[] := ARRAY['actor_name', 'target_name', 'before', 'after'];
BEGIN
  IF TG_OP = 'DELETE' AND OLD.created_at < now() - interval '365 days' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE'
    AND to_jsonb(NEW) - personal = to_jsonb(OLD) - personal
    AND NEW.actor_name IN (OLD.actor_name, '') AND NEW.target_name IN (OLD.target_name, '')
    AND NEW.before IN (OLD.before, '{}') AND NEW.after IN (OLD.after, '{}') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;

CREATE INDEX contact_messages_of_address ON contact_messages (email);
