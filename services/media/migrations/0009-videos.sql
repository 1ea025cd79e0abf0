ALTER TABLE objects
  -- Of a video; 0 for others.
  ADD COLUMN duration_ms integer NOT NULL DEFAULT 0,
  -- Of a video of a post; null for others.
  ADD COLUMN processing text CHECK (processing IN ('processing', 'ready', 'failed'));
