-- The limits of bans, restrictions, invitations, levels, challenges and submissions that only the contract and the
-- rules had (limits.ts). Characters and NOT VALID as in 0017.

ALTER TABLE bans ADD CONSTRAINT reason_length CHECK (
  char_length(reason) <= CASE WHEN cause_id IS NULL THEN 500 ELSE 1000 END
) NOT VALID;
ALTER TABLE restrictions ADD CONSTRAINT a_year_at_most CHECK (ends_at - created_at <= interval '365 days') NOT VALID;
ALTER TABLE invites ADD CONSTRAINT a_year_at_most CHECK (expires_at - created_at <= interval '365 days') NOT VALID;

ALTER TABLE levels
  ADD CONSTRAINT name_length CHECK (char_length(name) BETWEEN 1 AND 40) NOT VALID,
  ADD CONSTRAINT description_length CHECK (char_length(description) <= 500) NOT VALID,
  ADD CONSTRAINT reward_limit CHECK (reward_points <= 100) NOT VALID;

ALTER TABLE challenges
  ADD CONSTRAINT title_length CHECK (char_length(title) BETWEEN 1 AND 100) NOT VALID,
  ADD CONSTRAINT prompt_length CHECK (char_length(prompt) <= 4000) NOT VALID,
  ADD CONSTRAINT max_score_limit CHECK (max_score <= 1000) NOT VALID,
  ADD CONSTRAINT answers_of_a_quiz CHECK (
    cardinality(answer_key) BETWEEN 1 AND 30 AND 0 <= ALL (answer_key) AND 99 >= ALL (answer_key)
  ) NOT VALID,
  ADD CONSTRAINT an_answer_per_question CHECK (
    jsonb_array_length(data -> 'questions') = cardinality(answer_key)
  ) NOT VALID,
  ADD CONSTRAINT question_length CHECK (
    longest_text(jsonb_path_query_array(data, '$.questions[*].prompt')) <= 300
  ) NOT VALID,
  ADD CONSTRAINT choices_of_a_question CHECK (
    NOT jsonb_path_exists(data, '$.questions[*] ? (@.choices.size() < 2 || @.choices.size() > 8)')
  ) NOT VALID,
  ADD CONSTRAINT choice_length CHECK (
    longest_text(jsonb_path_query_array(data, '$.questions[*].choices[*]')) <= 200
  ) NOT VALID;

ALTER TABLE submissions
  ADD CONSTRAINT text_length CHECK (char_length(text) <= 4000) NOT VALID,
  ADD CONSTRAINT hint_length CHECK (char_length(hint) <= 500) NOT VALID,
  ADD CONSTRAINT note_length CHECK (char_length(note) <= 500) NOT VALID,
  ADD CONSTRAINT score_range CHECK (score BETWEEN 0 AND max_score) NOT VALID,
  ADD CONSTRAINT max_score_range CHECK (max_score BETWEEN 1 AND 1000) NOT VALID;

-- Refuses a row when as many others exist as its trigger allows, by any path or version of the service. The first
-- argument is the limit, the second selects the `others` that count with the new row, `($1)`. The tribe's row, which
-- the rules lock too, lets concurrent rows wait for each other.
CREATE FUNCTION refuse_beyond_limit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE others integer;
BEGIN
  PERFORM FROM tribes WHERE id = NEW.tribe_id FOR NO KEY UPDATE;
  EXECUTE format('SELECT count(*) FROM %I AS others WHERE %s', TG_TABLE_NAME, TG_ARGV[1]) INTO others USING NEW;
  IF others >= TG_ARGV[0]::integer THEN
    RAISE EXCEPTION '"%" has % rows, which is the limit', TG_TABLE_NAME, others
    USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER levels_of_a_tribe BEFORE INSERT ON levels
FOR EACH ROW EXECUTE FUNCTION refuse_beyond_limit('10', 'others.tribe_id = ($1).tribe_id');
CREATE TRIGGER challenges_of_a_level BEFORE INSERT ON challenges
FOR EACH ROW EXECUTE FUNCTION refuse_beyond_limit('20', 'others.level_id = ($1).level_id');
CREATE TRIGGER notes_of_a_request BEFORE INSERT ON request_notes
FOR EACH ROW EXECUTE FUNCTION refuse_beyond_limit(
  '50', 'others.tribe_id = ($1).tribe_id AND others.user_id = ($1).user_id'
);
CREATE TRIGGER open_invites_of_a_tribe BEFORE INSERT ON invites
FOR EACH ROW WHEN (NEW.revoked_at IS NULL) EXECUTE FUNCTION refuse_beyond_limit(
  '50',
  'others.tribe_id = ($1).tribe_id AND others.revoked_at IS NULL
    AND (others.expires_at IS NULL OR others.expires_at > ($1).created_at)
    AND (others.max_uses IS NULL OR others.uses < others.max_uses)'
);
