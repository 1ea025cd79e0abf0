-- Whether others see that one is online, and one sees it of them.
ALTER TABLE users ADD COLUMN shows_presence boolean NOT NULL DEFAULT true;
