-- Content sends media the visibility of a post's pictures: public or by signed address.
ALTER TABLE posts
  -- Incremented when the post's level begins or ceases to hide it from some members.
  ADD COLUMN pictures_version integer NOT NULL DEFAULT 1,
  -- Last version confirmed by media.
  ADD COLUMN media_version integer NOT NULL DEFAULT 1;
-- Older pictures, stored without a collection, are added to the collection of their tribe.
UPDATE posts SET media_version = 0 WHERE images <> '[]';
CREATE INDEX posts_not_told_to_media ON posts (id) WHERE media_version < pictures_version;
