-- The deletion of an account deletes all by which it earns, and also likes that were taken back before they were given,
-- which `contributions_of_day` leaves out.
CREATE INDEX contributions_of_user ON contributions (user_id);
