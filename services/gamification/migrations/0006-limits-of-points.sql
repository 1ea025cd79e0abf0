-- Points that a limit withheld from a cause, and which limit; lines of 0 points exist for causes whose points were all
-- withheld. Earlier lines are without.
ALTER TABLE ledger
  ADD COLUMN withheld integer NOT NULL DEFAULT 0,
  ADD COLUMN limited_by text CHECK (limited_by IN ('tribe_day', 'week')),
  ADD CONSTRAINT withheld_by_a_limit CHECK ((withheld > 0) = (limited_by IS NOT NULL)) NOT VALID;
