import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { openPostgres } from '@tribus/kit/postgres/postgres.ts';
import type { FellowMember } from '../api.ts';
import type { TribesDb } from '../src/store/tables.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const namedUser = (name: string): Actor => person(unique(name));
const list = async (viewer: Actor, query = ''): Promise<{ items: FellowMember[]; nextCursor: string | null }> =>
  (await bench.service.as(viewer).get(`/tribes/@me/members?${query}`)).body;
const shown = (items: readonly FellowMember[]) => items.map(({ user, tribe }) => `${user.id} ${tribe.id}`);

async function setLevel(tribeId: number, { id }: Actor, levelOrder: number): Promise<void> {
  const migrations = join(import.meta.dirname, '..', 'migrations');
  const { db } = await openPostgres<TribesDb>(bench.peer, { url: bench.postgresUrl, migrations });
  await db.updateTable('members').set({ levelOrder }).where('tribeId', '=', tribeId).where('userId', '=', id).execute();
}

test("the members of the viewer's tribes are listed tribe by tribe, by pages, without the viewer and without hominini", async () => {
  const [ana, beto, cora, eve] = [namedUser('Ana'), namedUser('Beto'), namedUser('Cora'), namedUser('Eve')];
  const [first, second] = [await bench.createTribe(ana), await bench.createTribe(cora)];
  const others = await bench.createTribe(eve);
  await bench.join(first, beto, cora);
  await bench.join(second, ana, beto);
  await bench.join(others, beto);
  const { items, nextCursor } = await list(ana);
  expect(shown(items)).toEqual([
    `${beto.id} ${first}`,
    `${cora.id} ${first}`,
    `${cora.id} ${second}`,
    `${beto.id} ${second}`,
  ]);
  expect(nextCursor).toBeNull();
  expect(items[2]).toMatchObject({ role: 'owner', tribe: { id: second, name: expect.any(String) } });

  const paged: FellowMember[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(ana, `limit=1${cursor && `&cursor=${cursor}`}`);
    paged.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(shown(paged)).toEqual(shown(items));
  expect(shown((await list(ana, `tribeId=${second}`)).items)).toEqual([`${cora.id} ${second}`, `${beto.id} ${second}`]);
  expect((await list(ana, `tribeId=${others}`)).items).toEqual([]);
  expect((await list(ana, 'tribeId=38')).items).toEqual([]);
  expect((await bench.service.as().get('/tribes/@me/members')).status).toBe(401);
});

test('a search finds parts of names, also without accents', async () => {
  const [ana, beto] = [namedUser('Ana'), namedUser('béto-ñandú')];
  const tribe = await bench.createTribe(ana);
  await bench.join(tribe, beto, namedUser('Cora'));
  expect(shown((await list(ana, 'q=beto-nandu')).items)).toEqual([`${beto.id} ${tribe}`]);
  expect((await list(ana, 'q=nobody')).items).toEqual([]);
  // Signs and emojis are compared literally.
  const star = namedUser('Estrella ★');
  await bench.join(tribe, star);
  expect(shown((await list(ana, `q=${encodeURIComponent('★')}`)).items)).toEqual([`${star.id} ${tribe}`]);
  expect((await list(ana, `q=${encodeURIComponent('%_')}`)).items).toEqual([]);
});

test('a member hidden in one tribe and visible in another has two unlinkable entries', async () => {
  const [ana, beto, cora] = [namedUser('ana'), namedUser('beto'), namedUser('cora')];
  const [strict, equal] = [await bench.createTribe(cora), await bench.createTribe(cora)];
  await bench.join(strict, ana, beto);
  await bench.join(equal, ana, beto);
  await setLevel(strict, beto, 4);
  const { items } = await list(ana);
  const hidden = items.filter(({ tribe, role }) => tribe.id === strict && role === 'member');
  expect(hidden).toMatchObject([{ restrictedHigher: true, joinedAt: null, user: { avatarUrl: 'emoji:🕶️' } }]);
  expect(JSON.stringify(hidden)).not.toContain(beto.id);
  expect(shown(items)).toContain(`${beto.id} ${equal}`);
  // A hidden name is not searchable.
  expect(shown((await list(ana, `q=${beto.id}`)).items)).toEqual([`${beto.id} ${equal}`]);
  expect(JSON.stringify(items)).not.toContain('@tribus.test');
});

test('a cursor of another user, or of another selection of tribes, is rejected', async () => {
  const [ana, beto] = [namedUser('Ana'), namedUser('Beto')];
  const tribe = await bench.createTribe(ana);
  await bench.join(tribe, beto, namedUser('Cora'), namedUser('Dina'));
  const { nextCursor } = await list(ana, 'limit=1');
  for (const [viewer, query] of [
    [beto, ''],
    [ana, `&tribeId=${tribe}`],
  ] as const) {
    const { status, body } = await bench.service
      .as(viewer)
      .get(`/tribes/@me/members?limit=1&cursor=${nextCursor}${query}`);
    expect([status, body.code]).toEqual([400, 'bad_cursor']);
  }
});
