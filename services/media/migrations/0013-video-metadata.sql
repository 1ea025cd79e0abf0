ALTER TABLE objects
  -- Of a video: 'removed' when its file has no metadata, 'removing' while a job is to remove them, 'unremovable' when
  -- that failed; null for others, and for a video of an earlier version.
  ADD COLUMN metadata text CHECK (metadata IN ('removed', 'removing', 'unremovable'));
CREATE INDEX objects_with_metadata ON objects (key) WHERE content_type LIKE 'video/%' AND metadata IS NULL;
