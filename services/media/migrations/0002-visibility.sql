-- Objects whose visibility is changed together, e.g. all pictures of a tribe. Unknown collections are not public.
CREATE TABLE collections (
  name text PRIMARY KEY,
  visibility text NOT NULL CHECK (visibility IN ('public', 'signed')),
  -- Set by the service that owns the collection; changes with a lower version are late and ignored.
  version bigint NOT NULL
);

ALTER TABLE objects
  -- An object is public if its own visibility is public and that of its collection, if it has one, too.
  ADD COLUMN collection text,
  ADD COLUMN visibility_version bigint NOT NULL DEFAULT 0;
