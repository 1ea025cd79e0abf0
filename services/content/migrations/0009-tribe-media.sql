-- Pictures that members upload to their tribe outside of posts.
CREATE TABLE tribe_media (
  id uuid PRIMARY KEY,
  tribe_id integer NOT NULL,
  uploader_id text NOT NULL,
  caption text NOT NULL,
  -- As stored by media, in the format of posts.images.
  picture jsonb NOT NULL,
  -- Whether media has confirmed the picture.
  picture_kept boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);
CREATE INDEX tribe_media_of_tribe ON tribe_media (tribe_id, created_at DESC, id DESC);
CREATE INDEX tribe_media_of_uploader ON tribe_media (uploader_id, id);
CREATE INDEX tribe_media_not_kept ON tribe_media (id) WHERE NOT picture_kept;
