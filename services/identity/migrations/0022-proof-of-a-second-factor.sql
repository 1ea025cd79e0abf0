-- Epoch of the proof that requested a pending secret; the proof is valid until access to the account is revoked.
ALTER TABLE second_factors ADD COLUMN security_epoch integer NOT NULL DEFAULT 0;
