import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { sql } from 'kysely';
import { mutedWordsScanMax } from '../limits.ts';
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

/** Adds posts to a tribe, a second apart; the first text is the newest. */
async function write(tribeId: number, texts: readonly string[]): Promise<void> {
  await sql`
    insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, min_level_order, created_at)
    select gen_random_uuid(), ${tribeId}, 'luz', 'post', text, '[]', 0, '{}', 1, now() - index * interval '1 second'
    from unnest(${texts}::text[]) with ordinality as written (text, index)`.execute(postgres.db);
}

interface Page {
  items: { content: string }[];
  nextCursor: string | null;
}

/** Reads all pages; the texts of each. */
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

/** A tribe with posts of these texts, and a viewer who muted these words. */
async function scene(texts: readonly string[], mutedWords: string[]) {
  const tribeId = bench.tribes.createTribe();
  const viewer = bench.tribes.addMember(tribeId);
  bench.identity.mute(viewer.id, { mutedWords });
  await write(tribeId, texts);
  return { tribeId, viewer };
}

const numbered = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index));
test('a page with muted posts is filled with later ones, and no post is missing between pages', async () => {
  const texts = numbered(30, (index) => (index % 3 === 2 ? `bueno ${index}` : `ruido ${index}`));
  const { tribeId, viewer } = await scene(texts, ['ruido']);
  const pages = await readPages(viewer, tribeId, 4);
  expect(pages.map(({ length }) => length)).toEqual([4, 4, 2]);
  expect(pages.flat()).toEqual(texts.filter((text) => text.startsWith('bueno')));
});

test('a limited number of posts is examined per page, and posts behind more muted ones are on a later page', async () => {
  const { tribeId, viewer } = await scene([...numbered(mutedWordsScanMax * 2, () => 'ruido'), 'bueno'], ['ruido']);
  const pages = await readPages(viewer, tribeId, 10);
  expect(pages[0]).toEqual([]);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat()).toEqual(['bueno']);
});

test('each of the maximum number of muted words matches as a whole word or phrase', async () => {
  const words = numbered(200, (index) => `palabra muy larga numero ${index}`);
  const { tribeId, viewer } = await scene(
    numbered(60, (index) => `palabra muy larga numero ${index * 10} hoy`),
    words,
  );
  expect((await readPages(viewer, tribeId, 50)).flat()).toEqual(
    numbered(40, (index) => `palabra muy larga numero ${(index + 20) * 10} hoy`),
  );
});
