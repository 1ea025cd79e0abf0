-- The banner of which media has confirmed that it keeps it; what nobody keeps media deletes after a while.
ALTER TABLE tribes ADD COLUMN kept_banner text;
CREATE INDEX tribes_banner_not_kept ON tribes (id) WHERE image IS NOT NULL AND kept_banner IS DISTINCT FROM image ->> 'key';
