-- The edits of the object by its author since the case was opened, each of which raised the version.
ALTER TABLE cases ADD COLUMN edits integer NOT NULL DEFAULT 0;
-- The object was edited after the moderator read it and before the decision, which is about the text they read.
ALTER TABLE case_decisions ADD COLUMN edited_meanwhile boolean NOT NULL DEFAULT false;
