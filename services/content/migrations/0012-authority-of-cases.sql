-- As whom a decision was made, so that nobody of less takes it back. Who decided as what before is not known: as an officer,
-- where it was the tribe's.
ALTER TABLE case_decisions ADD COLUMN authority text CHECK (authority IN ('officer', 'owner', 'admin'));
UPDATE case_decisions SET authority = CASE WHEN by_site THEN 'admin' ELSE 'officer' END;

-- What each case does to its object: it is hidden as the strictest of its cases says, and shown when none hides it.
ALTER TABLE cases ADD COLUMN hides text CHECK (hides IN ('reports', 'moderator', 'removed'));
CREATE INDEX cases_that_hide ON cases (kind, object_id) WHERE hides IS NOT NULL;

-- Messaging has the messages: what decisions removed of them is removed by the last case that says so, as what is hidden here.
UPDATE cases SET hides = last.hides
FROM (
  SELECT DISTINCT ON (cases.kind, cases.object_id) cases.id, hidden.hides
  FROM cases
  JOIN (
    SELECT 'post' AS kind, id::text AS object_id, hidden_cause AS hides FROM posts WHERE hidden_cause IS NOT NULL
    UNION ALL
    SELECT 'comment', id::text, hidden_cause FROM comments WHERE hidden_cause IS NOT NULL AND hidden_cause <> 'parent'
    UNION ALL
    SELECT kind, object_id, 'removed' FROM cases WHERE kind IN ('chat_message', 'direct_message')
  ) AS hidden USING (kind, object_id)
  LEFT JOIN LATERAL (
    SELECT action FROM case_decisions
    WHERE case_id = cases.id AND action <> 'uphold' ORDER BY number DESC LIMIT 1
  ) AS decision ON true
  WHERE CASE hidden.hides
    WHEN 'reports' THEN decision.action IS NULL
    WHEN 'moderator' THEN decision.action = 'hide'
    ELSE decision.action IN ('remove', 'ban')
  END
  ORDER BY cases.kind, cases.object_id, cases.opened_at DESC, cases.id DESC
) AS last
WHERE last.id = cases.id;
