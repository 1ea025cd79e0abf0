-- Existing posts, comments and likes, including those beyond the daily cap. A person's points follow from these rows;
-- the ledger is their history.
CREATE TABLE contributions (
  kind text NOT NULL CHECK (kind IN ('post', 'comment', 'like')),
  -- Id of the post or comment; for a like, the liked object and the person who likes it.
  id text NOT NULL,
  -- The person who earns the points.
  user_id text NOT NULL,
  tribe_id integer NOT NULL,
  post_id text NOT NULL,
  -- The comment itself, or the liked comment.
  comment_id text,
  -- The person who likes.
  giver_id text,
  -- UTC day of the contribution, YYYY-MM-DD.
  day text NOT NULL,
  -- The contribution exists while this is above 0. Below 0 the removal of a like was received before the like.
  balance integer NOT NULL,
  PRIMARY KEY (kind, id)
);
CREATE INDEX contributions_of_day ON contributions (user_id, tribe_id, kind, day) WHERE balance > 0;
CREATE INDEX contributions_of_post ON contributions (post_id);
CREATE INDEX contributions_of_comment ON contributions (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX contributions_of_giver ON contributions (giver_id) WHERE giver_id IS NOT NULL;
CREATE INDEX contributions_of_tribe ON contributions (tribe_id);

-- Deleted objects by kind (tribe, post, comment, user); later events about them earn nothing.
CREATE TABLE gone (
  kind text NOT NULL,
  id text NOT NULL,
  PRIMARY KEY (kind, id)
);

CREATE INDEX totals_of_tribe ON totals (tribe_id);

-- Earlier rewards. The ledger does not record who gave a like, so an earlier like is deleted with its post.
INSERT INTO contributions (kind, id, user_id, tribe_id, post_id, comment_id, day, balance)
SELECT cause, cause_id, user_id, tribe_id, post_id, CASE cause WHEN 'comment' THEN cause_id END,
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 1
FROM ledger WHERE cause IN ('post', 'comment') AND post_id IS NOT NULL;

INSERT INTO contributions (kind, id, user_id, tribe_id, post_id, day, balance)
SELECT 'like', cause_id, user_id, tribe_id, post_id, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 1
FROM (
  SELECT *, row_number() OVER (PARTITION BY user_id, post_id ORDER BY created_at DESC, id DESC) AS place,
    (SELECT sum(points) FROM ledger AS about WHERE about.user_id = ledger.user_id AND about.post_id = ledger.post_id
      AND about.cause IN ('like', 'like_removed')) AS standing
  FROM ledger WHERE cause = 'like' AND post_id IS NOT NULL
) AS likes WHERE place <= standing;
