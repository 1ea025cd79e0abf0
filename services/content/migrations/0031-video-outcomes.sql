-- Media reports the end of a video's processing by the key of its object.
CREATE INDEX posts_by_video ON posts USING gin (videos jsonb_path_ops) WHERE videos <> '[]';

-- Reported outcomes that are not applied: the post of the video may be committed later than the report arrives.
CREATE TABLE video_outcomes (
  key text PRIMARY KEY,
  -- The object to show instead, or the same key; null: processing failed.
  replacement_key text,
  -- Set before the replacement is kept in media, so that it is deleted if the post no longer exists.
  post_id uuid,
  recorded_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX video_outcomes_age ON video_outcomes (recorded_at);
