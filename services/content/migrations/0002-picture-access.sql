-- Media decides by what content told it whether everybody may see a post's pictures by their addresses.
ALTER TABLE posts
  -- Rises whenever the level that a post asks for begins or ceases to hide it from some members.
  ADD COLUMN pictures_version integer NOT NULL DEFAULT 1,
  -- The last of these that media has confirmed.
  ADD COLUMN media_version integer NOT NULL DEFAULT 1;
-- Pictures from before there were collections join that of their tribe.
UPDATE posts SET media_version = 0 WHERE images <> '[]';
CREATE INDEX posts_not_told_to_media ON posts (id) WHERE media_version < pictures_version;
