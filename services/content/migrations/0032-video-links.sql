-- External videos of posts: links to other sites, shown after the videos.
ALTER TABLE posts ADD COLUMN video_links jsonb NOT NULL DEFAULT '[]';
-- The clips before and after one, among many other posts.
CREATE INDEX clips_of_tribe ON posts (tribe_id, created_at DESC, id DESC) WHERE kind = 'reel';
