-- The row of another service that shows the complete upload; null until one does.
ALTER TABLE resumable_uploads ADD COLUMN claimed_by text;
