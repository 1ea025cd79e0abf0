import { performance } from 'node:perf_hooks';
import { asAdministrator } from '@tribus/kit/testing/administrator.ts';
import { type BenchData, createTribe, objectIn } from './bench-data.ts';
import { summary } from './delivery.ts';

/** Duration of the same page in a small and a large tribe. */
export interface GrowthRow {
  title: string;
  p50: number;
  /** Ratio to the first page of the small tribe. */
  ratio: number;
}

const small = 1_000;
const large = 200_000;
const warmUp = 40;
const rounds = 300;

/**
 * Compares the feed of a tribe with a thousand posts and of one with two hundred thousand, written straight into the
 * store: the first page, the one after 500 posts, and the one after 500 pages. One request at a time, in turn, so that
 * other load on the machine affects all alike.
 */
export async function measureGrowth(data: BenchData, postgres: string): Promise<GrowthRow[]> {
  const [founder] = data.members;
  if (!founder) throw new Error('the data has no members');
  const mark = Date.now().toString(36);
  const few = await createTribe(data.url, founder, `Pocas ${mark}`);
  const many = await createTribe(data.url, founder, `Muchas ${mark}`);
  await fill(postgres, few, small, founder.id);
  await fill(postgres, many, large, founder.id);

  const walk = (tribeId: number, depth: number) => addressAfter(data, founder.authorization, tribeId, depth);
  const pages = [
    { title: '1,000 posts, first page', path: await walk(few, 0) },
    { title: '1,000 posts, 500 deep', path: await walk(few, 500) },
    { title: '200,000 posts, first page', path: await walk(many, 0) },
    { title: '200,000 posts, 500 deep', path: await walk(many, 500) },
    { title: '200,000 posts, 500 pages deep', path: await walk(many, 10_000) },
  ].map((page) => ({ ...page, times: [] as number[] }));

  for (let round = 0; round < warmUp + rounds; round++) {
    for (const { path, times } of pages) {
      const began = performance.now();
      await read(data.url, path, founder.authorization);
      if (round >= warmUp) times.push(performance.now() - began);
    }
  }
  const measured = pages.map(({ title, times }) => ({ title, p50: summary(times).p50 }));
  const base = measured[0]?.p50 ?? Number.NaN;
  return measured.map((row) => ({ ...row, ratio: row.p50 / base }));
}

async function fill(postgres: string, tribeId: number, count: number, authorId: string): Promise<void> {
  await asAdministrator(
    postgres,
    async (client) => {
      await client.query(
        `insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, min_level_order, created_at)
         select gen_random_uuid(), $1, $2, 'post', repeat('palabra ', 30) || n, '[]', 0, '{}', 1,
                now() - n * interval '1 second'
         from generate_series(1, $3::int) n`,
        [tribeId, authorId, count],
      );
      await client.query('vacuum analyze posts');
    },
    'tribus_content',
  );
}

/** Returns the address of the page of 20 after `depth` posts, reached through cursors. */
async function addressAfter(data: BenchData, authorization: string, tribeId: number, depth: number): Promise<string> {
  const page = (limit: number, cursor: string) =>
    `/api/tribes/${tribeId}/posts?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
  let cursor = '';
  for (let passed = 0; passed < depth; passed += 100) {
    const { nextCursor } = await read(data.url, page(100, cursor), authorization);
    if (typeof nextCursor !== 'string') throw new Error(`the tribe has fewer than ${depth} posts`);
    cursor = nextCursor;
  }
  return page(20, cursor);
}

async function read(url: string, path: string, authorization: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}${path}`, { headers: { authorization } });
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
  return objectIn(response);
}
