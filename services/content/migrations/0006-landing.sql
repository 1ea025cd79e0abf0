-- Custom content of the landing page: at most one row; without it the built-in content is shown.
CREATE TABLE landing (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  hero jsonb NOT NULL,
  -- In display order.
  items jsonb NOT NULL,
  saved_at timestamptz NOT NULL
);

-- Pictures and videos uploaded for the landing page.
CREATE TABLE landing_files (
  key text PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('image', 'video')),
  width integer NOT NULL,
  height integer NOT NULL,
  lqip text NOT NULL,
  -- Variant name (square, medium, large) to key; empty for videos.
  variants jsonb NOT NULL,
  -- Whether a saved item uses the file; unused files are deleted within a day.
  is_shown boolean NOT NULL,
  uploaded_at timestamptz NOT NULL
);
