-- Ads of the site: a single row.
CREATE TABLE ads_settings (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  enabled boolean NOT NULL DEFAULT false,
  -- An HTML snippet, or the https address of a script.
  script text NOT NULL DEFAULT '',
  ad_client text NOT NULL DEFAULT '',
  ad_slot text NOT NULL DEFAULT '',
  -- Specification 1, section 9.
  max_shows_per_session integer NOT NULL DEFAULT 2,
  interval_sec integer NOT NULL DEFAULT 180
);
INSERT INTO ads_settings DEFAULT VALUES;
