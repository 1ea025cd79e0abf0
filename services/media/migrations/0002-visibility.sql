-- Objects whose visibility is changed together, e.g. all pictures of a tribe. One that media was not told of is closed.
CREATE TABLE collections (
  name text PRIMARY KEY,
  visibility text NOT NULL CHECK (visibility IN ('public', 'signed')),
  -- Given by who owns the collection; a change with an older one comes late and is ignored.
  version bigint NOT NULL
);

ALTER TABLE objects
  -- An object is public when it is so itself and its collection, if it has one, is public too.
  ADD COLUMN collection text,
  ADD COLUMN visibility_version bigint NOT NULL DEFAULT 0;
