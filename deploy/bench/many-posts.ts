import { asAdministrator } from '@tribus/kit/testing/administrator.ts';
import type pg from 'pg';
import { type Member, register } from './bench-data.ts';

/** Members of some of three hundred tribes with many posts. */
export interface ManyPosts {
  count: number;
  /** Member of forty tribes with half of the posts; follows 500 people, tags and places. */
  many: Member;
  /** Member of one of the smaller tribes. */
  one: Member;
  /** Member of the same forty tribes; follows 500 tags that hardly any post has. */
  rare: Member;
}

const tribesCount = 300;
const joinedCount = 40;
const peopleCount = 500;
const membersPerTribe = 50;
const postsPerStatement = 5_000;

/**
 * Writes people, tribes and posts straight into the stores, in statements of bounded size, and has their statistics
 * brought up to date. The first tribes have the most posts: a seventh of all is in the first.
 */
export async function fillManyPosts(url: string, postgres: string, count: number): Promise<ManyPosts> {
  const mark = Date.now().toString(36);
  const viewer = (name: string) => register(url, `${name}.${mark}@bench.test`);
  const [many, one, rare] = [await viewer('many'), await viewer('one'), await viewer('rare')];
  const inDatabase = <T>(name: string, work: (client: pg.Client) => Promise<T>) =>
    asAdministrator(postgres, work, `tribus_${name}`);
  const people = await inDatabase('identity', (client) => addPeople(client, { many, rare, mark }));
  const tribes = await inDatabase('tribes', (client) => addTribes(client, { many, one, rare, mark, people }));
  await inDatabase('content', (client) => addPosts(client, { tribes, people, count }));
  return { count, many, one, rare };
}

type Viewers = Record<'many' | 'one' | 'rare', Member>;

/** Adds accounts, and what two of the viewers follow. Returns their ids. */
async function addPeople(
  client: pg.Client,
  { many, rare, mark }: Pick<Viewers, 'many' | 'rare'> & { mark: string },
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into users (id, email, name, created_at)
     select gen_random_uuid(), 'p' || n || '.' || $1 || '@bench.test',
       (array['Marta', 'Martín', 'Lucía', 'Andrés', 'Valentina'])[1 + n % 5] || ' Persona ' || n, now()
     from generate_series(1, $2::int) as n returning id`,
    [mark, peopleCount],
  );
  const people = rows.map(({ id }) => id);
  await client.query(
    `insert into follows (user_id, followed_id, created_at)
     select $1, followed, now() from unnest($2::uuid[]) as followed`,
    [many.id, people.slice(0, 200)],
  );
  const follow = (userId: string, kind: 'tag' | 'place', labels: string[]) =>
    client.query(
      `insert into followed_labels (user_id, kind, value, created_at)
       select $1, $2, label, now() from unnest($3::text[]) as label`,
      [userId, kind, labels],
    );
  await follow(
    many.id,
    'tag',
    labels(200, (n) => `et${2 * n}`),
  );
  await follow(
    many.id,
    'place',
    labels(100, (n) => `plaza-${n}`),
  );
  await follow(
    rare.id,
    'tag',
    labels(500, (n) => `rara${n}`),
  );
  for (const table of ['users', 'follows', 'followed_labels']) await client.query(`vacuum analyze ${table}`);
  return people;
}

const labels = (count: number, name: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => name(n));

/** Returns the ids of the tribes, the largest first. */
async function addTribes(
  client: pg.Client,
  { many, one, rare, mark, people }: Viewers & { mark: string; people: readonly string[] },
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into tribes (name, normalized_name, description, tags, is_private, requires_approval, created_at)
     select 'Tribu ' || n, 'tribu-' || n || '-' || $1, '', '{}', false, false, now()
     from generate_series(1, $2::int) as n returning id`,
    [mark, tribesCount],
  );
  const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b);
  await client.query(
    `insert into levels (id, tribe_id, level_order, name, description, min_score, reward_points)
     select gen_random_uuid(), id, 1, 'Principiante', '', 70, 10 from unnest($1::int[]) as id`,
    [ids],
  );
  const join = (tribes: readonly number[], members: readonly string[]) =>
    client.query(
      `insert into members (tribe_id, user_id, status, role, level_order, since)
       select tribe_id, user_id, 'active', 'member', 1, now()
       from unnest($1::int[], $2::text[]) as joined (tribe_id, user_id)`,
      [tribes, members],
    );
  for (const [index, id] of ids.entries())
    await join(
      labels(membersPerTribe, () => '').map(() => id),
      membersOf(people, index),
    );
  const joined = ids.slice(0, joinedCount);
  for (const { id } of [many, rare])
    await join(
      joined,
      joined.map(() => id),
    );
  await join(ids.slice(joinedCount, joinedCount + 1), [one.id]);
  await client.query(
    `update tribes set members_count = (select count(*) from members where tribe_id = tribes.id) where id = any($1)`,
    [ids],
  );
  for (const table of ['tribes', 'members', 'levels']) await client.query(`vacuum analyze ${table}`);
  return ids;
}

/** Every tenth of the people, beginning elsewhere in each tribe. */
const membersOf = (people: readonly string[], tribe: number): string[] =>
  people.filter((_, index) => index % (peopleCount / membersPerTribe) === tribe % (peopleCount / membersPerTribe));

/**
 * Adds posts of thirty words, two tags and a place; a fifth of them has a sentence in Chinese, too. `voz0` is the most
 * frequent of 20,000 words, in two thirds of the posts; higher numbers are rarer, as are later characters and tags.
 */
async function addPosts(
  client: pg.Client,
  { tribes, people, count }: { tribes: readonly number[]; people: readonly string[]; count: number },
): Promise<void> {
  await client.query('select setseed(0.5)');
  const perTribe = peopleCount / membersPerTribe;
  for (let first = 0; first < count; first += postsPerStatement)
    await client.query(
      `insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, place, place_slug,
         min_level_order, created_at)
       select gen_random_uuid(), ($1::int[])[1 + tribe], ($2::text[])[1 + tribe % $3 + $3 * (n % $4)], 'post',
         words || case when n % 5 = 0 then ' ' || sentence else '' end, '[]', 0,
         array['et' || floor(500 * random() ^ 3), 'et' || floor(500 * random() ^ 3)],
         'Plaza ' || n % 100, 'plaza-' || n % 100, 1, now() - n * interval '10 seconds'
       from (select n, floor($5 * random() ^ 3)::int as tribe from generate_series($6::int, $7::int) as n) as numbered,
       lateral (
         select string_agg('voz' || floor(20000 * random() ^ 3), ' ') as words from generate_series(1, 30) where n > 0
       ) as text,
       lateral (
         select string_agg(chr(19968 + floor(2000 * random() ^ 3)::int), '') as sentence
         from generate_series(1, 20) where n > 0
       ) as chinese`,
      [tribes, people, perTribe, membersPerTribe, tribes.length, first + 1, Math.min(count, first + postsPerStatement)],
    );
  for (const table of ['posts', 'post_search']) await client.query(`vacuum analyze ${table}`);
}
