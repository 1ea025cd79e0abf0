-- What people tell of themselves, who may see it, and their pictures.
ALTER TABLE users
  -- The picture behind avatar_url, where it is one of ours.
  ADD COLUMN avatar_key text,
  ADD COLUMN profile jsonb NOT NULL DEFAULT '{}',
  -- By field, what was chosen; what is not here has its default.
  ADD COLUMN visibility jsonb NOT NULL DEFAULT '{}',
  -- In their order. Of requests at once no more pass than there is room for.
  ADD COLUMN photos jsonb NOT NULL DEFAULT '[]' CONSTRAINT six_photos CHECK (jsonb_array_length(photos) <= 6);
