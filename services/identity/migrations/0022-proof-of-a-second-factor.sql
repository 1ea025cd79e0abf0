-- A secret that waits for its first code was asked for by a proof, which holds until access to the account is revoked.
ALTER TABLE second_factors ADD COLUMN security_epoch integer NOT NULL DEFAULT 0;
