-- Media decides by what tribes told it whether everybody may see a tribe's pictures by their addresses.
ALTER TABLE tribes
  -- Rises whenever the tribe becomes private or public.
  ADD COLUMN privacy_version integer NOT NULL DEFAULT 1,
  -- The last of these that media has confirmed; 0 for none.
  ADD COLUMN media_version integer NOT NULL DEFAULT 0;
CREATE INDEX tribes_not_told_to_media ON tribes (id) WHERE media_version < privacy_version;
