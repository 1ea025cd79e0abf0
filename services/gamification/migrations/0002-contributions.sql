-- What points stand for: posts, comments and likes that exist, also those beyond the day's cap. From these rows follows
-- what somebody has earned; the ledger says how it came to that.
CREATE TABLE contributions (
  kind text NOT NULL CHECK (kind IN ('post', 'comment', 'like')),
  -- Of the post or the comment; of a like what is liked and by whom.
  id text NOT NULL,
  -- Who earns.
  user_id text NOT NULL,
  tribe_id integer NOT NULL,
  post_id text NOT NULL,
  -- The comment itself, or the comment that is liked.
  comment_id text,
  -- Who likes.
  giver_id text,
  -- The UTC day on which it counts, YYYY-MM-DD.
  day text NOT NULL,
  -- It exists while this is above 0. Below 0 a like was taken back of which has not been heard yet.
  balance integer NOT NULL,
  PRIMARY KEY (kind, id)
);
CREATE INDEX contributions_of_day ON contributions (user_id, tribe_id, kind, day) WHERE balance > 0;
CREATE INDEX contributions_of_post ON contributions (post_id);
CREATE INDEX contributions_of_comment ON contributions (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX contributions_of_giver ON contributions (giver_id) WHERE giver_id IS NOT NULL;
CREATE INDEX contributions_of_tribe ON contributions (tribe_id);

-- What was deleted, by the kind of thing (tribe, post, comment, user): what is heard of it later earns nothing.
CREATE TABLE gone (
  kind text NOT NULL,
  id text NOT NULL,
  PRIMARY KEY (kind, id)
);

CREATE INDEX totals_of_tribe ON totals (tribe_id);

-- What was rewarded so far. Of a like the ledger does not say whose it is: it goes with its post.
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
