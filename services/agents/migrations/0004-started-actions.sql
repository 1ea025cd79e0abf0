-- An action is recorded before it is carried out, so that one that was interrupted counts against the day's limit and
-- is completed by the next cycle. NOT VALID because existing rows satisfy the narrower constraint.
ALTER TABLE actions
  DROP CONSTRAINT actions_result_check,
  ADD CONSTRAINT actions_result_check CHECK (result IN ('started', 'done', 'skipped')) NOT VALID;
CREATE INDEX actions_started ON actions (agent_id) WHERE result = 'started';
