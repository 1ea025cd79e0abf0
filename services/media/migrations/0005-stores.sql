-- Buckets chosen by admins. The bucket of the environment is not listed; it is used while none is chosen.
CREATE TABLE stores (
  id uuid PRIMARY KEY,
  endpoint text NOT NULL,
  region text NOT NULL,
  bucket text NOT NULL,
  access_key_id text NOT NULL,
  -- Encrypted with SETTINGS_KEY.
  secret_access_key text NOT NULL,
  public_base_url text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Since when new objects are stored elsewhere; null for the current bucket.
  left_at timestamptz,
  UNIQUE (endpoint, bucket)
);
CREATE UNIQUE INDEX stores_chosen ON stores ((true)) WHERE left_at IS NULL;

ALTER TABLE objects
  -- Bucket of the object; null for the bucket of the environment.
  ADD COLUMN store_id uuid REFERENCES stores (id),
  -- Key in the bucket; null when equal to the key of the object.
  ADD COLUMN blob_key text;
CREATE INDEX objects_of_store ON objects (store_id, key);
CREATE INDEX objects_by_blob ON objects (blob_key) WHERE blob_key IS NOT NULL;
