-- Actions of admins and moderators, changes of users to their own accounts, and failed logins, of all services.
CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL,
  service text NOT NULL,
  action text NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'visitor', 'service')),
  -- Id of a user or service; empty for visitors.
  actor_id text NOT NULL,
  -- The name at the time of the action.
  actor_name text NOT NULL,
  target_type text NOT NULL,
  target_id text NOT NULL,
  target_name text NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  -- Keyed hash with a daily key; empty without a known address.
  address_mark text NOT NULL,
  request_id text NOT NULL
);
CREATE INDEX audit_log_newest ON audit_log (created_at DESC, id DESC);
CREATE INDEX audit_log_of_actor ON audit_log (actor_id, created_at DESC, id DESC);
CREATE INDEX audit_log_of_target ON audit_log (target_id, created_at DESC, id DESC);
CREATE INDEX audit_log_of_action ON audit_log (action, created_at DESC, id DESC);

-- Append-only. Entries older than a year may be deleted, by any statement, because the personal data is no longer
-- needed; earlier deletion is refused.
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.created_at < now() - interval '365 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_log_rows BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER audit_log_whole BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();
