-- Counts the changes of the landing page; a save that is based on another version is refused.
ALTER TABLE landing ADD COLUMN version integer NOT NULL DEFAULT 1;
