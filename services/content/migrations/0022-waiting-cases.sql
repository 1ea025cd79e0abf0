-- The waiting cases of a tribe, whose deciders are reviewed when its moderators change.
CREATE INDEX cases_waiting ON cases (tribe_id, id) WHERE status IN ('open', 'appealed') AND scope = 'tribe';
