-- Cases are kept for good, and those that wait are counted with each change of a queue and for each moderator.
CREATE INDEX cases_waiting_changed ON cases (changed_at, id) WHERE status IN ('open', 'appealed');
