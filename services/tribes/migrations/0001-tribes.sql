-- Tribes, members and levels.

-- Hominini is 38; the ids of other tribes begin at 100.
CREATE SEQUENCE tribe_ids AS integer START WITH 100;

CREATE TABLE tribes (
  id integer PRIMARY KEY DEFAULT nextval('tribe_ids'),
  name text NOT NULL,
  -- The slug. The constraint admits one of several concurrent tribes with the same slug.
  normalized_name text COLLATE "C" NOT NULL UNIQUE,
  description text NOT NULL,
  tags text[] NOT NULL,
  -- The banner: media keys and a tiny data URI. Null until chosen.
  image jsonb,
  is_private boolean NOT NULL,
  requires_approval boolean NOT NULL,
  -- Active members, updated by every change of a member, because counting those of hominini on each read is too
  -- slow.
  members_count integer NOT NULL DEFAULT 0 CHECK (members_count >= 0),
  created_at timestamptz NOT NULL,
  CONSTRAINT private_needs_approval CHECK (requires_approval OR NOT is_private),
  CONSTRAINT hominini_is_open CHECK (id <> 38 OR (name = 'hominini' AND NOT requires_approval))
);
-- Order of the directory. Searches scan all rows, which takes milliseconds for some thousands of tribes: the trigram
-- extension for ILIKE is not available everywhere.
CREATE INDEX tribes_by_size ON tribes (members_count DESC, id);

CREATE TABLE members (
  tribe_id integer NOT NULL REFERENCES tribes ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'pending', 'rejected')),
  role text NOT NULL CHECK (role IN ('owner', 'officer', 'member')),
  level_order integer NOT NULL,
  -- Time of joining, of the request or of its rejection.
  since timestamptz NOT NULL,
  -- Tie-breaker of equal times, for cursors that must not contain user ids.
  seq bigint GENERATED ALWAYS AS IDENTITY,
  -- Owner, officers, then members.
  place smallint GENERATED ALWAYS AS (CASE role WHEN 'owner' THEN 1 WHEN 'officer' THEN 2 ELSE 3 END) STORED,
  PRIMARY KEY (tribe_id, user_id),
  CONSTRAINT level_of_the_active CHECK (CASE status WHEN 'active' THEN level_order >= 1 ELSE level_order = 0 END),
  CONSTRAINT office_of_the_active CHECK (status = 'active' OR role = 'member')
);
CREATE UNIQUE INDEX one_owner ON members (tribe_id) WHERE role = 'owner';
CREATE INDEX members_of_user ON members (user_id);
CREATE INDEX members_in_order ON members (tribe_id, status, place, since, seq);

-- Number of tribes that a person owns. The row is also the lock for the limit.
CREATE TABLE owners (
  user_id text COLLATE "C" PRIMARY KEY,
  tribes integer NOT NULL CHECK (tribes >= 0)
);

CREATE TABLE levels (
  id uuid PRIMARY KEY,
  tribe_id integer NOT NULL REFERENCES tribes ON DELETE CASCADE,
  level_order integer NOT NULL CHECK (level_order >= 1),
  name text NOT NULL,
  description text NOT NULL,
  min_score integer NOT NULL CHECK (min_score BETWEEN 0 AND 100),
  reward_points integer NOT NULL CHECK (reward_points >= 0),
  UNIQUE (tribe_id, level_order)
);

INSERT INTO tribes (id, name, normalized_name, description, tags, is_private, requires_approval, created_at)
VALUES (
  38,
  'hominini',
  'hominini',
  'La tribu de todos. Aquí empieza cada cual, y lo que se cuenta lo puede leer cualquiera.',
  ARRAY['comunidad', 'bienvenida', 'historias'],
  false,
  false,
  '2025-01-01T00:00:00Z'
);
INSERT INTO levels (id, tribe_id, level_order, name, description, min_score, reward_points)
SELECT gen_random_uuid(), 38, level_order, name, '', 70, 10
FROM unnest(ARRAY['Principiante', 'Junior', 'Senior', 'Master', 'Guru']) WITH ORDINALITY AS level (name, level_order);
