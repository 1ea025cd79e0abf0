-- The waiting cases of a queue are counted for each of its moderators, without those about their own content.
CREATE INDEX cases_waiting_of_tribe ON cases (tribe_id, author_id)
  WHERE status IN ('open', 'appealed') AND scope = 'tribe';
-- 38 is hominini, which has no owner.
CREATE INDEX cases_waiting_of_site ON cases (author_id)
  WHERE status IN ('open', 'appealed') AND (scope = 'site' OR tribe_id IS NULL OR awaits_site OR tribe_id = 38);
