-- Buckets that admins chose. What the environment names is none of them; it is chosen while none is.
CREATE TABLE stores (
  id uuid PRIMARY KEY,
  endpoint text NOT NULL,
  region text NOT NULL,
  bucket text NOT NULL,
  access_key_id text NOT NULL,
  -- Encrypted; of no use without SETTINGS_KEY.
  secret_access_key text NOT NULL,
  public_base_url text NOT NULL,
  created_at timestamptz NOT NULL,
  -- New objects went elsewhere from then on; null while they go here.
  left_at timestamptz,
  UNIQUE (endpoint, bucket)
);
CREATE UNIQUE INDEX stores_chosen ON stores ((true)) WHERE left_at IS NULL;

ALTER TABLE objects
  -- Where the bytes lie; null where the environment says.
  ADD COLUMN store_id uuid REFERENCES stores (id),
  -- What they are called there; null when they are called as the object is.
  ADD COLUMN blob_key text;
CREATE INDEX objects_of_store ON objects (store_id, key);
CREATE INDEX objects_by_blob ON objects (blob_key) WHERE blob_key IS NOT NULL;
