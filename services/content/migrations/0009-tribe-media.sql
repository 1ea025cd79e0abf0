-- Pictures that members put up for their tribe, beside the posts.
CREATE TABLE tribe_media (
  id uuid PRIMARY KEY,
  tribe_id integer NOT NULL,
  uploader_id text NOT NULL,
  caption text NOT NULL,
  -- As media stored it, like one of a post's.
  picture jsonb NOT NULL,
  -- Media has confirmed that it keeps it.
  picture_kept boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);
CREATE INDEX tribe_media_of_tribe ON tribe_media (tribe_id, created_at DESC, id DESC);
CREATE INDEX tribe_media_of_uploader ON tribe_media (uploader_id, id);
CREATE INDEX tribe_media_not_kept ON tribe_media (id) WHERE NOT picture_kept;
