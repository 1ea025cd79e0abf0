-- A report is closed without a decision when its object is deleted with the account of the author.
ALTER TABLE reports DROP CONSTRAINT reports_outcome_check;
ALTER TABLE reports
  ADD CONSTRAINT reports_outcome_check CHECK (outcome IN ('open', 'upheld', 'dismissed', 'closed'));

-- Such reports stayed open, so that their reporters could never report the object again.
UPDATE reports SET outcome = 'closed'
FROM cases
WHERE cases.id = reports.case_id AND reports.outcome = 'open' AND cases.status = 'closed' AND cases.author_id = ''
  AND NOT EXISTS (SELECT FROM case_decisions WHERE case_decisions.case_id = cases.id);
