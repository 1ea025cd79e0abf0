-- Hidden pictures of a tribe are not deleted. The cause reports hides them from all but the uploader and moderators;
-- removed hides them from everyone.
ALTER TABLE tribe_media
  ADD COLUMN hidden_at timestamptz,
  ADD COLUMN hidden_cause text CHECK (hidden_cause IN ('reports', 'removed')),
  -- Incremented when the picture's audience changes.
  ADD COLUMN picture_version integer NOT NULL DEFAULT 1,
  -- Last version confirmed by media.
  ADD COLUMN media_version integer NOT NULL DEFAULT 1;
CREATE INDEX tribe_media_not_told_to_media ON tribe_media (id) WHERE media_version < picture_version;

ALTER TABLE cases DROP CONSTRAINT cases_kind_check;
ALTER TABLE cases ADD CONSTRAINT cases_kind_check
  CHECK (kind IN ('post', 'comment', 'chat_message', 'direct_message', 'person', 'tribe', 'tribe_media'));
