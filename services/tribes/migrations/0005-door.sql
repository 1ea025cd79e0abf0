-- Who finds a tribe, what it asks of those who come, and how it keeps people out.

ALTER TABLE tribes
  -- Exists for its members only, and for those who open an invitation.
  ADD COLUMN is_invisible boolean NOT NULL DEFAULT false,
  -- Shown to whoever joins.
  ADD COLUMN rules text[] NOT NULL DEFAULT '{}',
  -- [{ id, text }], answered by whoever joins or asks to.
  ADD COLUMN questions jsonb NOT NULL DEFAULT '[]',
  ADD CONSTRAINT invisible_is_private CHECK (is_private OR NOT is_invisible),
  ADD CONSTRAINT hominini_is_visible CHECK (id <> 38 OR NOT is_invisible),
  ADD CONSTRAINT ten_rules CHECK (cardinality(rules) <= 10),
  ADD CONSTRAINT five_questions CHECK (jsonb_array_length(questions) <= 5);

-- What somebody answered when they joined or asked to: [{ question, answer }], the question as it was then.
ALTER TABLE members ADD COLUMN answers jsonb;

-- Who may not be a member. They stay when they are over, so that one cause bans once.
CREATE TABLE bans (
  id uuid PRIMARY KEY,
  tribe_id integer NOT NULL REFERENCES tribes ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  -- As whom it was decided; the person is for moderators only, and none when they are gone.
  authority text NOT NULL CHECK (authority IN ('owner', 'officer', 'admin')),
  by_user_id text COLLATE "C",
  cause_id text COLLATE "C" UNIQUE,
  created_at timestamptz NOT NULL,
  -- None: it has no end.
  ends_at timestamptz CHECK (ends_at > created_at),
  lifted_at timestamptz
);
CREATE UNIQUE INDEX one_ban ON bans (tribe_id, user_id) WHERE lifted_at IS NULL;
CREATE INDEX bans_in_order ON bans (tribe_id, created_at DESC, id DESC);
CREATE INDEX bans_of_user ON bans (user_id);

-- Nobody who is banned becomes a member or asks to, whichever way and whichever version of the service writes it. Bans
-- and memberships are both written under the lock of the tribe's row, so neither misses the other.
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

-- Who reads and does not write; apart from the membership, so that leaving and joining again does not end it.
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

-- What moderators write to each other about a request to join.
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

-- Links that let people in. The code itself is nowhere in the database: its makers have it computed anew.
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

-- Who came by which.
CREATE TABLE invite_uses (
  invite_id uuid NOT NULL REFERENCES invites ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (invite_id, user_id)
);
CREATE INDEX invite_uses_in_order ON invite_uses (invite_id, used_at DESC, user_id DESC);
CREATE INDEX invite_uses_of_user ON invite_uses (user_id, invite_id);
