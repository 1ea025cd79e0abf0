-- For the deletion of an account, which includes likes whose removal was received first; `contributions_of_day`
-- excludes them.
CREATE INDEX contributions_of_user ON contributions (user_id);
