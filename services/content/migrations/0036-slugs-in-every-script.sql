-- The slug of a place has the letters of every script (`placeSlugOf` in tags.ts), which SQL cannot tell from others. A
-- job derives those of posts from before, which have a slug of a-z or none; later, when no earlier version writes them.
SELECT graphile_worker.add_job(
  'derivePlaceSlugs',
  payload => '{"payload": {}}'::json,
  run_at => now() + interval '15 minutes',
  max_attempts => 10,
  job_key => 'derivePlaceSlugs'
) WHERE EXISTS (SELECT FROM posts);
