-- Objects in the object store. The row is inserted after the object is stored, and deleted after the object is
-- deleted.
CREATE TABLE objects (
  key text PRIMARY KEY,
  -- The picture of this variant; null for the picture itself.
  main_key text REFERENCES objects (key) ON DELETE CASCADE,
  variant text,
  owner_id text NOT NULL,
  purpose text NOT NULL,
  visibility text NOT NULL CHECK (visibility IN ('public', 'signed')),
  content_type text NOT NULL,
  size_bytes bigint NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  lqip text NOT NULL,
  rotated boolean NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null while the object is only leased.
  kept_at timestamptz
);
CREATE INDEX objects_variants ON objects (main_key) WHERE main_key IS NOT NULL;
CREATE INDEX objects_leased ON objects (created_at) WHERE kept_at IS NULL;
CREATE INDEX objects_of_owner ON objects (owner_id, created_at) WHERE main_key IS NULL;
