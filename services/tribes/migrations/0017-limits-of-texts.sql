-- The limits of texts and lists that only the contract had (limits.ts). A character of the contract is a UTF-16 unit,
-- so that no text it accepts is longer here. NOT VALID: new and changed rows are checked, and the lock of the table
-- does not last for a scan of the existing ones, which the contract has always limited.

CREATE FUNCTION longest_text(texts jsonb) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(max(char_length(each)), 0) FROM jsonb_array_elements_text(texts) AS each
$$;

ALTER TABLE tribes
  ADD CONSTRAINT name_length CHECK (char_length(name) BETWEEN 2 AND 60) NOT VALID,
  ADD CONSTRAINT description_length CHECK (char_length(description) <= 500) NOT VALID,
  ADD CONSTRAINT ten_tags CHECK (cardinality(tags) <= 10) NOT VALID,
  ADD CONSTRAINT tag_characters CHECK (
    array_to_string(tags, ',') COLLATE "C" ~ '^([a-z0-9-]{1,24}(,[a-z0-9-]{1,24})*)?$'
  ) NOT VALID,
  ADD CONSTRAINT rule_length CHECK (longest_text(to_jsonb(rules)) <= 200) NOT VALID,
  ADD CONSTRAINT question_length CHECK (
    longest_text(jsonb_path_query_array(questions, '$[*].text')) <= 200
  ) NOT VALID;

ALTER TABLE members ADD CONSTRAINT answer_length CHECK (
  longest_text(jsonb_path_query_array(answers, '$[*].answer')) <= 1000
) NOT VALID;
ALTER TABLE restrictions ADD CONSTRAINT reason_length CHECK (char_length(reason) <= 500) NOT VALID;
ALTER TABLE request_notes ADD CONSTRAINT note_length CHECK (char_length(body) <= 1000) NOT VALID;
ALTER TABLE invites ADD CONSTRAINT uses_of_an_invite CHECK (max_uses <= 10000) NOT VALID;
