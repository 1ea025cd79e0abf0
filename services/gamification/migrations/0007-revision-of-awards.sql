-- The revision of the newest known approval of the submission; 0 for awards of earlier versions, whose order is unknown.
ALTER TABLE challenge_awards ADD COLUMN revision integer NOT NULL DEFAULT 0;
