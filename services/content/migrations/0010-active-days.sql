-- Activity per tribe, UTC day and user; source of a tribe's statistics over time. Users who only viewed a post have a
-- row, too. Rows are deleted with the account and after two years.
CREATE TABLE active_days (
  tribe_id integer NOT NULL,
  day date NOT NULL,
  user_id text NOT NULL,
  is_agent boolean NOT NULL DEFAULT false,
  posts integer NOT NULL DEFAULT 0,
  comments integer NOT NULL DEFAULT 0,
  reactions integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tribe_id, day, user_id)
);
CREATE INDEX active_days_by_day ON active_days (day);
CREATE INDEX active_days_of_user ON active_days (user_id, day, tribe_id);

-- Sums of past days, so that a year is read without aggregation. Tribe 0 is the sum of all tribes and has a row for
-- every day summed up.
CREATE TABLE tribe_days (
  tribe_id integer NOT NULL,
  day date NOT NULL,
  posts integer NOT NULL,
  comments integer NOT NULL,
  reactions integer NOT NULL,
  people integer NOT NULL,
  PRIMARY KEY (tribe_id, day)
);

-- For the best posts of all tribes.
CREATE INDEX posts_by_time ON posts (created_at);

INSERT INTO active_days (tribe_id, day, user_id, posts, comments, reactions)
SELECT tribe_id, day, user_id, sum(posts), sum(comments), sum(reactions)
FROM (
  SELECT tribe_id, (created_at AT TIME ZONE 'UTC')::date AS day, author_id AS user_id,
    1 AS posts, 0 AS comments, 0 AS reactions
  FROM posts
  UNION ALL
  SELECT posts.tribe_id, (comments.created_at AT TIME ZONE 'UTC')::date, comments.author_id, 0, 1, 0
  FROM comments JOIN posts ON posts.id = comments.post_id
  UNION ALL
  SELECT posts.tribe_id, (reactions.created_at AT TIME ZONE 'UTC')::date, reactions.user_id, 0, 0, 1
  FROM reactions JOIN posts ON posts.id = reactions.target_id
  UNION ALL
  SELECT posts.tribe_id, (reactions.created_at AT TIME ZONE 'UTC')::date, reactions.user_id, 0, 0, 1
  FROM reactions JOIN comments ON comments.id = reactions.target_id JOIN posts ON posts.id = comments.post_id
  UNION ALL
  SELECT posts.tribe_id, views.day, views.viewer, 0, 0, 0
  FROM views JOIN posts ON posts.id = views.post_id
  WHERE views.viewer NOT LIKE 'visitor:%'
) AS done
WHERE user_id <> ''
GROUP BY tribe_id, day, user_id;

INSERT INTO tribe_days (tribe_id, day, posts, comments, reactions, people)
SELECT tribe_id, day, sum(posts), sum(comments), sum(reactions), count(*)
FROM active_days WHERE day < (now() AT TIME ZONE 'UTC')::date GROUP BY tribe_id, day
UNION ALL
SELECT 0, day, sum(posts), sum(comments), sum(reactions), count(DISTINCT user_id)
FROM active_days WHERE day < (now() AT TIME ZONE 'UTC')::date GROUP BY day;
