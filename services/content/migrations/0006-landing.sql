-- What the landing page shows instead of its built-in content: one row, and none before anything is saved.
CREATE TABLE landing (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  hero jsonb NOT NULL,
  -- In their order.
  items jsonb NOT NULL,
  saved_at timestamptz NOT NULL
);

-- Pictures and videos that were uploaded for it.
CREATE TABLE landing_files (
  key text PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('image', 'video')),
  width integer NOT NULL,
  height integer NOT NULL,
  lqip text NOT NULL,
  -- Name (square, medium, large) to key; of a video none.
  variants jsonb NOT NULL,
  -- By an item of what is saved; what nothing shows goes within a day.
  is_shown boolean NOT NULL,
  uploaded_at timestamptz NOT NULL
);
