-- A post, a comment or a case is deleted at once, regardless of the number of dependent rows. Triggers record it
-- here, for every version of the service, and a job deletes the dependent rows in portions.
CREATE TABLE deleted_posts (
  post_id uuid PRIMARY KEY
);
CREATE TABLE deleted_comments (
  comment_id uuid PRIMARY KEY
);
CREATE TABLE deleted_cases (
  case_id uuid PRIMARY KEY
);

CREATE FUNCTION note_deleted_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_posts (post_id)
  SELECT id FROM deleted
  WHERE EXISTS (SELECT FROM comments WHERE post_id = deleted.id)
    OR EXISTS (SELECT FROM reactions WHERE target_id = deleted.id)
    OR EXISTS (SELECT FROM views WHERE post_id = deleted.id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER posts_deleted AFTER DELETE ON posts
REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_posts();

-- Replies on a deleted post are deleted with the post.
CREATE FUNCTION note_deleted_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_comments (comment_id)
  SELECT id FROM deleted
  WHERE EXISTS (SELECT FROM reactions WHERE target_id = deleted.id)
    OR (
      EXISTS (SELECT FROM comments WHERE parent_id = deleted.id)
      AND EXISTS (SELECT FROM posts WHERE id = deleted.post_id)
    )
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER comments_deleted AFTER DELETE ON comments
REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_comments();

CREATE FUNCTION note_deleted_cases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_cases (case_id)
  SELECT id FROM deleted
  WHERE EXISTS (SELECT FROM reports WHERE case_id = deleted.id)
    OR EXISTS (SELECT FROM case_decisions WHERE case_id = deleted.id)
    OR EXISTS (SELECT FROM case_notes WHERE case_id = deleted.id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER cases_deleted AFTER DELETE ON cases
REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_cases();

-- Foreign key without a cascade: rows whose post, comment or case does not exist are refused. The row lock makes
-- deletions wait for inserting transactions, and inserting transactions wait for a deletion in progress.
CREATE FUNCTION require_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM posts WHERE id = NEW.post_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'insert or update on table "%": there is no post %', TG_TABLE_NAME, NEW.post_id
    USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION require_parent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM comments WHERE id = NEW.parent_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'insert or update on table "%": there is no comment %', TG_TABLE_NAME, NEW.parent_id
    USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION require_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM cases WHERE id = NEW.case_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'insert or update on table "%": there is no case %', TG_TABLE_NAME, NEW.case_id
    USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER comment_on_post BEFORE INSERT OR UPDATE OF post_id ON comments
FOR EACH ROW EXECUTE FUNCTION require_post();
-- Runs after the check of the post, which is always locked first (triggers fire in alphabetical order).
CREATE TRIGGER comment_to_parent BEFORE INSERT OR UPDATE OF parent_id ON comments
FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION require_parent();
CREATE TRIGGER view_of_post BEFORE INSERT OR UPDATE OF post_id ON views
FOR EACH ROW EXECUTE FUNCTION require_post();
CREATE TRIGGER report_in_case BEFORE INSERT OR UPDATE OF case_id ON reports
FOR EACH ROW EXECUTE FUNCTION require_case();
CREATE TRIGGER decision_in_case BEFORE INSERT OR UPDATE OF case_id ON case_decisions
FOR EACH ROW EXECUTE FUNCTION require_case();
CREATE TRIGGER note_in_case BEFORE INSERT OR UPDATE OF case_id ON case_notes
FOR EACH ROW EXECUTE FUNCTION require_case();

ALTER TABLE comments DROP CONSTRAINT comments_post_id_fkey, DROP CONSTRAINT comments_parent_id_fkey;
ALTER TABLE views DROP CONSTRAINT views_post_id_fkey;
ALTER TABLE reports DROP CONSTRAINT reports_case_id_fkey;
ALTER TABLE case_decisions DROP CONSTRAINT case_decisions_case_id_fkey;
ALTER TABLE case_notes DROP CONSTRAINT case_notes_case_id_fkey;

-- Indexes for deletion in portions.
CREATE INDEX reports_by_outcome ON reports (case_id, outcome);
CREATE INDEX cases_of_assignee ON cases (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX case_decisions_by ON case_decisions (decided_by) WHERE decided_by <> '';
CREATE INDEX cases_said_before ON cases USING gin ((object -> 'before') jsonb_path_ops);
CREATE INDEX cases_said_after ON cases USING gin ((object -> 'after') jsonb_path_ops);

-- A reply is hidden with its comment by a join; only previous versions wrote 'parent'.
