-- What lies in the object store. The row comes last when something is stored, and goes last when it is deleted.
CREATE TABLE objects (
  key text PRIMARY KEY,
  -- The picture of which this is a variant; null for the picture itself.
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
  -- Null while it is only leased.
  kept_at timestamptz
);
CREATE INDEX objects_variants ON objects (main_key) WHERE main_key IS NOT NULL;
CREATE INDEX objects_leased ON objects (created_at) WHERE kept_at IS NULL;
CREATE INDEX objects_of_owner ON objects (owner_id, created_at) WHERE main_key IS NULL;
