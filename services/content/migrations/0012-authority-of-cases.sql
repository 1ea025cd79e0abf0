-- Authority of the decision; only the same or a higher authority may reverse it. It is unknown for earlier decisions:
-- those of a tribe count as an officer's.
ALTER TABLE case_decisions ADD COLUMN authority text CHECK (authority IN ('officer', 'owner', 'admin'));
UPDATE case_decisions SET authority = CASE WHEN by_site THEN 'admin' ELSE 'officer' END;

-- Effect of a case on its object. The strictest effect of all its cases applies; without any the object is visible.
ALTER TABLE cases ADD COLUMN hides text CHECK (hides IN ('reports', 'moderator', 'removed'));
CREATE INDEX cases_that_hide ON cases (kind, object_id) WHERE hides IS NOT NULL;

-- Messages are stored in messaging. A removed one is attributed to the latest case that removed it, like content
-- hidden here.
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
