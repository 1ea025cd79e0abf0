-- Index for suggestions of tribes with certain tags.
CREATE INDEX tribes_with_tag ON tribes USING gin (tags);
