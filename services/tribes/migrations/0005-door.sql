-- Visibility of tribes, questions on joining, bans, restrictions and invitations.

ALTER TABLE tribes
  -- Visible to members only, and to people who open an invitation.
  ADD COLUMN is_invisible boolean NOT NULL DEFAULT false,
  -- Shown to people who join.
  ADD COLUMN rules text[] NOT NULL DEFAULT '{}',
  -- [{ id, text }], answered when joining or requesting to join.
  ADD COLUMN questions jsonb NOT NULL DEFAULT '[]',
  ADD CONSTRAINT invisible_is_private CHECK (is_private OR NOT is_invisible),
  ADD CONSTRAINT hominini_is_visible CHECK (id <> 38 OR NOT is_invisible),
  ADD CONSTRAINT ten_rules CHECK (cardinality(rules) <= 10),
  ADD CONSTRAINT five_questions CHECK (jsonb_array_length(questions) <= 5);

-- Answers given when joining or requesting to join: [{ question, answer }], with the question at that time.
ALTER TABLE members ADD COLUMN answers jsonb;

-- Bans. Rows are kept after the end, so that one cause bans once.
CREATE TABLE bans (
  id uuid PRIMARY KEY,
  tribe_id integer NOT NULL REFERENCES tribes ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  -- Authority of the decision. The person is visible to moderators only, and null when their account is deleted.
  authority text NOT NULL CHECK (authority IN ('owner', 'officer', 'admin')),
  by_user_id text COLLATE "C",
  cause_id text COLLATE "C" UNIQUE,
  created_at timestamptz NOT NULL,
  -- Null: no end.
  ends_at timestamptz CHECK (ends_at > created_at),
  lifted_at timestamptz
);
CREATE UNIQUE INDEX one_ban ON bans (tribe_id, user_id) WHERE lifted_at IS NULL;
CREATE INDEX bans_in_order ON bans (tribe_id, created_at DESC, id DESC);
CREATE INDEX bans_of_user ON bans (user_id);

-- A banned person cannot join or request to join, by any path or version of the service. Bans and memberships are
-- both written under the lock of the tribe's row, so each sees the other.
CREATE FUNCTION refuse_banned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM bans
    WHERE bans.tribe_id = NEW.tribe_id
      AND bans.user_id = NEW.user_id
      AND bans.lifted_at IS NULL
      AND (bans.ends_at IS NULL OR bans.ends_at > NEW.since)
  ) THEN
    RAISE EXCEPTION 'banned from the tribe' USING ERRCODE = 'check_violation', CONSTRAINT = 'member_not_banned';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER member_not_banned BEFORE INSERT OR UPDATE OF status ON members
FOR EACH ROW WHEN (NEW.status <> 'rejected') EXECUTE FUNCTION refuse_banned();

-- Read-only members; separate from the membership, so that leaving and joining again does not end a restriction.
CREATE TABLE restrictions (
  tribe_id integer NOT NULL REFERENCES tribes ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  authority text NOT NULL CHECK (authority IN ('owner', 'officer', 'admin')),
  by_user_id text COLLATE "C",
  created_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (tribe_id, user_id)
);
CREATE INDEX restrictions_of_user ON restrictions (user_id);

-- Moderators' internal notes on a request to join.
CREATE TABLE request_notes (
  id uuid PRIMARY KEY,
  tribe_id integer NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  author_id text COLLATE "C" NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  FOREIGN KEY (tribe_id, user_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX request_notes_of_request ON request_notes (tribe_id, user_id, created_at, id);
CREATE INDEX request_notes_of_author ON request_notes (author_id, id);

-- Invitation links. The code is not stored; it is derived again for its creator.
CREATE TABLE invites (
  id uuid PRIMARY KEY,
  tribe_id integer NOT NULL REFERENCES tribes ON DELETE CASCADE,
  code_hash text COLLATE "C" NOT NULL UNIQUE,
  created_by text COLLATE "C",
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  max_uses integer CHECK (max_uses >= 1),
  uses integer NOT NULL DEFAULT 0,
  revoked_at timestamptz,
  CONSTRAINT uses_within_max CHECK (uses >= 0 AND (max_uses IS NULL OR uses <= max_uses))
);
CREATE INDEX invites_in_order ON invites (tribe_id, created_at DESC, id DESC);
CREATE INDEX invites_of_maker ON invites (created_by, id);

-- People who joined by each invitation.
CREATE TABLE invite_uses (
  invite_id uuid NOT NULL REFERENCES invites ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (invite_id, user_id)
);
CREATE INDEX invite_uses_in_order ON invite_uses (invite_id, used_at DESC, user_id DESC);
CREATE INDEX invite_uses_of_user ON invite_uses (user_id, invite_id);
