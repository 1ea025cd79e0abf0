-- Banner confirmed by media, which deletes unconfirmed objects after a while.
ALTER TABLE tribes ADD COLUMN kept_banner text;
CREATE INDEX tribes_banner_not_kept ON tribes (id) WHERE image IS NOT NULL AND kept_banner IS DISTINCT FROM image ->> 'key';
