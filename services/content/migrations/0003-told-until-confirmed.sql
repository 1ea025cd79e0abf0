-- Whether media has confirmed the pictures of a post. Rows written by the previous version are unconfirmed.
ALTER TABLE posts ADD COLUMN pictures_kept boolean NOT NULL DEFAULT true;
ALTER TABLE posts ALTER COLUMN pictures_kept SET DEFAULT false;
UPDATE posts SET pictures_kept = false WHERE images <> '[]';
CREATE INDEX posts_pictures_not_kept ON posts (id) WHERE NOT pictures_kept;

-- Deleted tribes whose posts are not yet deleted.
CREATE TABLE deleted_tribes (tribe_id integer PRIMARY KEY);
