-- An account may have any number of followers, sign-ins, blocks and mutes, too many for one statement. The account is
-- deleted at once, these rows by a job. Like a foreign key, the trigger refuses new rows of deleted users and locks
-- existing users against deletion.
CREATE FUNCTION require_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  named text;
BEGIN
  FOREACH named IN ARRAY TG_ARGV LOOP
    CONTINUE WHEN to_jsonb(NEW) ->> named IS NULL;
    PERFORM FROM users WHERE id = (to_jsonb(NEW) ->> named)::uuid FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'no user %', named USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_TABLE_NAME || '_users';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;

-- Mutes of a deleted tribe.
CREATE INDEX mutes_of_tribe ON mutes (value) WHERE kind = 'tribe';

ALTER TABLE follows DROP CONSTRAINT follows_user_id_fkey, DROP CONSTRAINT follows_followed_id_fkey;
CREATE TRIGGER follows_users BEFORE INSERT ON follows FOR EACH ROW EXECUTE FUNCTION require_users('user_id', 'followed_id');
ALTER TABLE blocks DROP CONSTRAINT blocks_user_id_fkey, DROP CONSTRAINT blocks_blocked_id_fkey;
CREATE TRIGGER blocks_users BEFORE INSERT ON blocks FOR EACH ROW EXECUTE FUNCTION require_users('user_id', 'blocked_id');
ALTER TABLE mutes DROP CONSTRAINT mutes_user_id_fkey, DROP CONSTRAINT mutes_muted_user_id_fkey;
CREATE TRIGGER mutes_users BEFORE INSERT ON mutes FOR EACH ROW EXECUTE FUNCTION require_users('user_id', 'muted_user_id');
ALTER TABLE sign_ins DROP CONSTRAINT sign_ins_user_id_fkey;
CREATE TRIGGER sign_ins_users BEFORE INSERT ON sign_ins FOR EACH ROW EXECUTE FUNCTION require_users('user_id');
