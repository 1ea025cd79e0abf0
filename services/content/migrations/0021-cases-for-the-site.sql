-- No moderator of the tribe may decide the case: it is about the only one, or they reported it. Site admins are notified.
ALTER TABLE cases ADD COLUMN awaits_site boolean NOT NULL DEFAULT false;
