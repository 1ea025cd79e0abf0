-- Whether others see the user's presence, and the user sees theirs.
ALTER TABLE users ADD COLUMN shows_presence boolean NOT NULL DEFAULT true;
