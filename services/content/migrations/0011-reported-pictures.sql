-- A picture of a tribe that is hidden is not deleted: from all but its uploader and moderators (reports), or from all (removed).
ALTER TABLE tribe_media
  ADD COLUMN hidden_at timestamptz,
  ADD COLUMN hidden_cause text CHECK (hidden_cause IN ('reports', 'removed')),
  -- Rises whenever other people may see the picture than before.
  ADD COLUMN picture_version integer NOT NULL DEFAULT 1,
  -- The last of these that media has confirmed.
  ADD COLUMN media_version integer NOT NULL DEFAULT 1;
CREATE INDEX tribe_media_not_told_to_media ON tribe_media (id) WHERE media_version < picture_version;

ALTER TABLE cases DROP CONSTRAINT cases_kind_check;
ALTER TABLE cases ADD CONSTRAINT cases_kind_check
  CHECK (kind IN ('post', 'comment', 'chat_message', 'direct_message', 'person', 'tribe', 'tribe_media'));
