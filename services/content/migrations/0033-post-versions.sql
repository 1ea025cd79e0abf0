-- The texts of a post before its edits. Rows of a deleted post are deleted in portions (0016-deletion-in-portions.sql).
CREATE TABLE post_versions (
  post_id uuid NOT NULL,
  -- From 1, in the order of the edits.
  number integer NOT NULL CHECK (number > 0),
  content text NOT NULL,
  written_at timestamptz NOT NULL,
  -- Written by a moderator who edited the post of another user.
  by_moderator boolean NOT NULL,
  PRIMARY KEY (post_id, number)
);
CREATE TRIGGER version_of_post BEFORE INSERT OR UPDATE OF post_id ON post_versions
FOR EACH ROW EXECUTE FUNCTION require_post();

ALTER TABLE posts
  -- The number of edits of the text, which is also the number of the newest version.
  ADD COLUMN text_version integer NOT NULL DEFAULT 0,
  -- The present text was written by a moderator who edited the post of another user.
  ADD COLUMN edited_by_moderator boolean NOT NULL DEFAULT false,
  -- Versions up to this number are shown to the author and moderators only.
  ADD COLUMN closed_versions integer NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION note_deleted_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_posts (post_id)
  SELECT id FROM deleted
  WHERE EXISTS (SELECT FROM comments WHERE post_id = deleted.id)
    OR EXISTS (SELECT FROM reactions WHERE target_id = deleted.id)
    OR EXISTS (SELECT FROM views WHERE post_id = deleted.id)
    OR EXISTS (SELECT FROM post_versions WHERE post_id = deleted.id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
