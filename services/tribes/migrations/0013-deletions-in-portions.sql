-- A tribe or a challenge is deleted at once, regardless of the number of dependent rows. Triggers record it here, for
-- every version of the service and every cascade, and a job deletes the dependent rows in portions.
CREATE TABLE deleted_tribes (
  tribe_id integer PRIMARY KEY
);
CREATE TABLE deleted_challenges (
  challenge_id uuid PRIMARY KEY
);
-- Submissions of former members in a tribe, up to the end of their membership, if too many to delete with it.
CREATE TABLE ended_progress (
  tribe_id integer NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  ended_at timestamptz NOT NULL,
  PRIMARY KEY (tribe_id, user_id)
);

CREATE FUNCTION note_deleted_tribe() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_tribes (tribe_id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER tribe_deleted AFTER DELETE ON tribes
FOR EACH ROW EXECUTE FUNCTION note_deleted_tribe();

CREATE FUNCTION note_deleted_challenge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_challenges (challenge_id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER challenge_deleted AFTER DELETE ON challenges
FOR EACH ROW EXECUTE FUNCTION note_deleted_challenge();

-- Foreign key without a cascade: rows whose tribe does not exist are refused. The row lock makes deletions wait for
-- inserting transactions, and inserting transactions wait for a deletion in progress.
CREATE FUNCTION require_tribe() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM tribes WHERE id = NEW.tribe_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'insert or update on table "%": there is no tribe %', TG_TABLE_NAME, NEW.tribe_id
    USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION require_challenge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM challenges WHERE id = NEW.challenge_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'insert or update on table "%": there is no challenge %', TG_TABLE_NAME, NEW.challenge_id
    USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER member_of_tribe BEFORE INSERT OR UPDATE OF tribe_id ON members
FOR EACH ROW EXECUTE FUNCTION require_tribe();
CREATE TRIGGER stay_in_tribe BEFORE INSERT OR UPDATE OF tribe_id ON stays
FOR EACH ROW EXECUTE FUNCTION require_tribe();
CREATE TRIGGER submission_in_tribe BEFORE INSERT OR UPDATE OF tribe_id ON submissions
FOR EACH ROW EXECUTE FUNCTION require_tribe();
CREATE TRIGGER ban_from_tribe BEFORE INSERT OR UPDATE OF tribe_id ON bans
FOR EACH ROW EXECUTE FUNCTION require_tribe();
CREATE TRIGGER restriction_in_tribe BEFORE INSERT OR UPDATE OF tribe_id ON restrictions
FOR EACH ROW EXECUTE FUNCTION require_tribe();
CREATE TRIGGER invite_to_tribe BEFORE INSERT OR UPDATE OF tribe_id ON invites
FOR EACH ROW EXECUTE FUNCTION require_tribe();
-- Rows of a member, which outlives the tribe for a while.
CREATE TRIGGER level_up_in_tribe BEFORE INSERT OR UPDATE OF tribe_id ON level_ups
FOR EACH ROW EXECUTE FUNCTION require_tribe();
CREATE TRIGGER request_note_in_tribe BEFORE INSERT OR UPDATE OF tribe_id ON request_notes
FOR EACH ROW EXECUTE FUNCTION require_tribe();
CREATE TRIGGER submission_to_challenge BEFORE INSERT OR UPDATE OF challenge_id ON submissions
FOR EACH ROW EXECUTE FUNCTION require_challenge();
CREATE TRIGGER attempt_at_challenge BEFORE INSERT OR UPDATE OF challenge_id ON quiz_attempts
FOR EACH ROW EXECUTE FUNCTION require_challenge();

ALTER TABLE members DROP CONSTRAINT members_tribe_id_fkey;
ALTER TABLE stays DROP CONSTRAINT stays_tribe_id_fkey;
ALTER TABLE submissions DROP CONSTRAINT submissions_tribe_id_fkey;
ALTER TABLE submissions DROP CONSTRAINT submissions_challenge_id_fkey;
ALTER TABLE quiz_attempts DROP CONSTRAINT quiz_attempts_challenge_id_fkey;
ALTER TABLE bans DROP CONSTRAINT bans_tribe_id_fkey;
ALTER TABLE restrictions DROP CONSTRAINT restrictions_tribe_id_fkey;
ALTER TABLE invites DROP CONSTRAINT invites_tribe_id_fkey;

-- Indexes for deletion in portions.
CREATE INDEX submissions_of_challenge ON submissions (challenge_id, user_id);
CREATE INDEX submissions_waiting_of_member ON submissions (tribe_id, user_id) WHERE status = 'pending';
CREATE INDEX bans_decided_by ON bans (by_user_id) WHERE by_user_id IS NOT NULL;
CREATE INDEX restrictions_decided_by ON restrictions (by_user_id) WHERE by_user_id IS NOT NULL;
