-- The hourly sweep of accounts created by Google whose owners never accepted the terms.
CREATE INDEX users_without_terms ON users (created_at) WHERE terms_accepted_at IS NULL;
