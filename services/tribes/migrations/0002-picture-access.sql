-- Tribes sends media the visibility of a tribe's pictures: public or by signed address.
ALTER TABLE tribes
  -- Incremented when the tribe becomes private or public.
  ADD COLUMN privacy_version integer NOT NULL DEFAULT 1,
  -- Last version confirmed by media; 0 for none.
  ADD COLUMN media_version integer NOT NULL DEFAULT 0;
CREATE INDEX tribes_not_told_to_media ON tribes (id) WHERE media_version < privacy_version;
