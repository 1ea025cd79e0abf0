-- When the personal texts of a closed case were deleted: evidence, appeal, descriptions, messages and notes.
ALTER TABLE cases ADD COLUMN texts_deleted_at timestamptz;
-- The hourly sweep reads only closed cases that still have them.
CREATE INDEX cases_with_texts ON cases (changed_at) WHERE status = 'closed' AND texts_deleted_at IS NULL;
-- It served the same sweep when that deleted the evidence alone.
DROP INDEX cases_with_evidence;
