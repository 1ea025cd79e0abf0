import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { type BenchData, createTribe, type Member, objectIn, pick } from './bench-data.ts';

/** Response time of one kind of search. */
export interface SearchRow {
  title: string;
  p50: number;
  p95: number;
}

const readable = 150_000;
const unreadable = 50_000;
const postsPerStatement = 10_000;
const warmUp = 10;
const rounds = 100;

/** In these posts `voz0` is the most frequent of 20,000 words, in two of three posts; higher numbers are rarer. */
const searches = [
  { title: 'a word of two thirds of the posts', query: 'type=posts&q=voz0' },
  { title: 'a word of a tenth of the posts', query: 'type=posts&q=voz6' },
  { title: 'a rare word', query: 'type=posts&q=voz16000' },
  { title: 'two frequent words', query: 'type=posts&q=voz1%20voz4' },
  { title: 'the beginning of many words', query: 'type=posts&q=voz' },
  { title: 'a word of no post', query: 'type=posts&q=nada' },
  { title: 'tags', query: 'type=tags&q=et' },
  { title: 'places', query: 'type=places&q=plaza' },
  { title: 'top', query: 'type=top&q=et1' },
];

/**
 * Measures searches in 200,000 posts, a quarter of them in a tribe that the viewer may not read, one request at a time.
 */
export async function measureSearch(data: BenchData, postgres: string): Promise<SearchRow[]> {
  const [viewer, other] = [pick(data.members, 0), pick(data.members, 1)];
  const mark = Date.now().toString(36);
  await fill(postgres, await createTribe(data.url, viewer, `Propia ${mark}`), readable, viewer);
  await fill(postgres, await createTribe(data.url, other, `Ajena ${mark}`), unreadable, other);
  const measured = searches.map((search) => ({ ...search, times: [] as number[] }));
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const { query, times } of measured) {
      const began = performance.now();
      await search(data.url, query, viewer);
      if (round >= warmUp) times.push(performance.now() - began);
    }
  }
  return measured.map(({ title, times }) => ({ title, p50: quantile(times, 0.5), p95: quantile(times, 0.95) }));
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

async function search(url: string, query: string, { authorization }: Member): Promise<void> {
  const response = await fetch(`${url}/api/search?${query}`, { headers: { authorization } });
  if (!response.ok) throw new Error(`the search ${query} returned ${response.status}`);
  await objectIn(response);
}

/** Writes posts of thirty words, two tags and a place straight into the store. */
async function fill(postgres: string, tribeId: number, count: number, author: Member): Promise<void> {
  const url = new URL(postgres);
  url.pathname = '/tribus_content';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    for (let first = 0; first < count; first += postsPerStatement)
      await client.query(
        `insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, place, place_slug,
           min_level_order, created_at)
         select gen_random_uuid(), $1, $2, 'post', words, '[]', 0,
           array['et' || floor(500 * random() ^ 3), 'et' || floor(500 * random() ^ 3)],
           'Plaza ' || n % 100, 'plaza-' || n % 100, 1, now() - n * interval '10 seconds'
         from generate_series($3::int, $4::int) as n, lateral (
           select string_agg('voz' || floor(20000 * random() ^ 3), ' ') as words from generate_series(1, 30) where n > 0
         ) as text`,
        [tribeId, author.id, first + 1, Math.min(count, first + postsPerStatement)],
      );
    for (const table of ['posts', 'post_search']) await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
}
