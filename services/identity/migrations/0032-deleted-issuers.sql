-- Null: the account of the admin who issued the sanction is deleted.
ALTER TABLE sanctions ALTER COLUMN issued_by DROP NOT NULL;
ALTER TABLE kept_sanctions ALTER COLUMN issued_by DROP NOT NULL;
CREATE INDEX sanctions_of_issuer ON sanctions (issued_by) WHERE issued_by IS NOT NULL;
CREATE INDEX retained_sanctions_of_issuer ON kept_sanctions (issued_by) WHERE issued_by IS NOT NULL;
