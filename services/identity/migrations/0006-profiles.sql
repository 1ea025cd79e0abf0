-- Profiles, their visibility and their pictures.
ALTER TABLE users
  -- Key of the picture at avatar_url if media stores it.
  ADD COLUMN avatar_key text,
  ADD COLUMN profile jsonb NOT NULL DEFAULT '{}',
  -- Visibility by field; fields that are not set have the default.
  ADD COLUMN visibility jsonb NOT NULL DEFAULT '{}',
  -- In display order. The constraint enforces the limit for concurrent requests.
  ADD COLUMN photos jsonb NOT NULL DEFAULT '[]' CONSTRAINT six_photos CHECK (jsonb_array_length(photos) <= 6);
