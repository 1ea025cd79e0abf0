-- Whether media has confirmed that it keeps the pictures of a post. What the version before writes is not confirmed.
ALTER TABLE posts ADD COLUMN pictures_kept boolean NOT NULL DEFAULT true;
ALTER TABLE posts ALTER COLUMN pictures_kept SET DEFAULT false;
UPDATE posts SET pictures_kept = false WHERE images <> '[]';
CREATE INDEX posts_pictures_not_kept ON posts (id) WHERE NOT pictures_kept;

-- Tribes that are gone while some of their posts are still here.
CREATE TABLE deleted_tribes (tribe_id integer PRIMARY KEY);
