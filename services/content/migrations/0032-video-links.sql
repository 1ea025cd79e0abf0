-- External videos of posts: links to other sites, shown after the videos.
ALTER TABLE posts ADD COLUMN video_links jsonb NOT NULL DEFAULT '[]';
