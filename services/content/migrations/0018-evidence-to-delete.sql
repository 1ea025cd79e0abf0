-- The hourly sweep of old evidence reads only closed cases that still have it.
CREATE INDEX cases_with_evidence ON cases (changed_at)
  WHERE status = 'closed' AND object -> 'createdAt' <> 'null'::jsonb;
