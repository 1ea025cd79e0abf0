import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { sql } from 'kysely';
import { mutedWordsLookAt } from '../limits.ts';
import type { ContentDb } from '../src/store/tables.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
let postgres: Postgres<ContentDb>;
beforeAll(async () => {
  bench = await openBench();
  const migrations = join(import.meta.dirname, '../migrations');
  postgres = await openPostgres<ContentDb>(bench.peer, { url: bench.stores.env.POSTGRES_URL, migrations });
});
afterAll(() => bench.close());

/** Posts of somebody in a tribe, a second apart; the newest is the first of the texts. */
async function write(tribeId: number, texts: readonly string[]): Promise<void> {
  await sql`
    insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, min_level_order, created_at)
    select gen_random_uuid(), ${tribeId}, 'luz', 'post', text, '[]', 0, '{}', 1, now() - place * interval '1 second'
    from unnest(${texts}::text[]) with ordinality as written (text, place)`.execute(postgres.db);
}

interface Page {
  items: { content: string }[];
  nextCursor: string | null;
}

/** Page by page: the texts of each. */
async function readPages(viewer: Actor, tribeId: number, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor = ''; ; ) {
    const path = `/tribes/${tribeId}/posts?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { items, nextCursor }: Page = (await bench.service.as(viewer).get(path)).body;
    pages.push(items.map(({ content }) => content));
    if (nextCursor === null) return pages;
    cursor = nextCursor;
  }
}

/** Somebody who reads a tribe in which these texts were posted, and has muted these words. */
async function scene(texts: readonly string[], mutedWords: string[]) {
  const tribeId = bench.tribes.createTribe();
  const viewer = bench.tribes.addMember(tribeId);
  bench.identity.mute(viewer.id, { mutedWords });
  await write(tribeId, texts);
  return { tribeId, viewer };
}

const numbered = (count: number, text: (place: number) => string) =>
  Array.from({ length: count }, (_, each) => text(each));

test('a page is filled with what stands behind muted words, and the pages together miss nothing', async () => {
  const texts = numbered(30, (place) => (place % 3 === 2 ? `bueno ${place}` : `ruido ${place}`));
  const { tribeId, viewer } = await scene(texts, ['ruido']);
  const pages = await readPages(viewer, tribeId, 4);
  expect(pages.map(({ length }) => length)).toEqual([4, 4, 2]);
  expect(pages.flat()).toEqual(texts.filter((text) => text.startsWith('bueno')));
});

test('for one page so many posts are looked at: what is behind more muted words comes with a later page', async () => {
  const { tribeId, viewer } = await scene([...numbered(mutedWordsLookAt * 2, () => 'ruido'), 'bueno'], ['ruido']);
  const pages = await readPages(viewer, tribeId, 10);
  expect(pages[0]).toEqual([]);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat()).toEqual(['bueno']);
});

test('as many words as somebody may mute are each a whole word, or several', async () => {
  const words = numbered(200, (place) => `palabra muy larga numero ${place}`);
  const { tribeId, viewer } = await scene(
    numbered(60, (place) => `palabra muy larga numero ${place * 10} hoy`),
    words,
  );
  expect((await readPages(viewer, tribeId, 50)).flat()).toEqual(
    numbered(40, (place) => `palabra muy larga numero ${(place + 20) * 10} hoy`),
  );
});
