-- Blocks of people, and mutes for feeds and notifications.

CREATE TABLE blocks (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  blocked_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Tribe to which the block is limited, in which the blocked person has no visible name; 0 for everywhere.
  tribe_id integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  CONSTRAINT one_block UNIQUE (user_id, blocked_id, tribe_id),
  CONSTRAINT nobody_blocks_themselves CHECK (user_id <> blocked_id)
);
CREATE INDEX blocks_newest ON blocks (user_id, created_at DESC, id DESC);
CREATE INDEX blocks_of_blocked ON blocks (blocked_id);
CREATE INDEX blocks_in_tribe ON blocks (tribe_id) WHERE tribe_id <> 0;

CREATE TABLE mutes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('user', 'tag', 'word', 'tribe')),
  -- Value to compare: the id of a user or tribe, a tag, or a word in lower case without accents.
  value text NOT NULL,
  -- As entered.
  shown text NOT NULL,
  -- Deleted with this account.
  muted_user_id uuid REFERENCES users ON DELETE CASCADE,
  -- As in blocks, for people; 0 otherwise.
  tribe_id integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  CONSTRAINT one_mute UNIQUE (user_id, kind, value, tribe_id),
  CONSTRAINT nobody_mutes_themselves CHECK (user_id <> muted_user_id),
  CONSTRAINT user_of_mute CHECK ((kind = 'user') = (muted_user_id IS NOT NULL))
);
CREATE INDEX mutes_of_muted ON mutes (muted_user_id) WHERE muted_user_id IS NOT NULL;
CREATE INDEX mutes_in_tribe ON mutes (tribe_id) WHERE tribe_id <> 0;
