-- Tribes, people and tags that a user does not want to be suggested. Like mutes, they may refer to an account any number
-- of times, so a job deletes those of a deleted one.
CREATE TABLE dismissed_suggestions (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('tribe', 'person', 'tag')),
  -- The id of a tribe or person, or a tag.
  value text NOT NULL CHECK (value <> ''),
  person_id uuid,
  dismissed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind, value),
  CONSTRAINT person_of_dismissal CHECK ((kind = 'person') = (person_id IS NOT NULL))
);
CREATE INDEX dismissed_suggestions_newest ON dismissed_suggestions (user_id, dismissed_at DESC, kind, value);
CREATE INDEX dismissed_suggestions_of_person ON dismissed_suggestions (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX dismissed_suggestions_of_tribe ON dismissed_suggestions (value) WHERE kind = 'tribe';
CREATE TRIGGER dismissed_suggestions_users BEFORE INSERT ON dismissed_suggestions
  FOR EACH ROW EXECUTE FUNCTION require_users('person_id');
