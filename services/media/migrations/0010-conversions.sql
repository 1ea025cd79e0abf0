ALTER TABLE objects
  -- Whether every browser plays a video; true for others.
  ADD COLUMN playable boolean NOT NULL DEFAULT true,
  -- How much of a video has been converted; null if no conversion was enqueued.
  ADD COLUMN converted_percent integer;
