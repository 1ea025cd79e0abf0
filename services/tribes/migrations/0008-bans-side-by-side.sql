-- Bans with and without a case are independent: lifting one does not lift the other.
DROP INDEX one_ban;
CREATE UNIQUE INDEX one_ban_without_cause ON bans (tribe_id, user_id) WHERE lifted_at IS NULL AND cause_id IS NULL;
CREATE INDEX bans_in_force ON bans (tribe_id, user_id) WHERE lifted_at IS NULL;
