-- Columns and indexes for retention.
ALTER TABLE gone_tribes ADD COLUMN gone_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX gone_tribes_age ON gone_tribes (gone_at);
CREATE INDEX views_by_day ON views (day);
CREATE INDEX report_days_by_day ON report_days (day);
