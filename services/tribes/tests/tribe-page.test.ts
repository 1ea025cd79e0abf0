import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { openPostgres } from '@tribus/kit/postgres/postgres.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import type { TribesDb } from '../src/store/tables.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const read = async (viewer: Actor, path: string) => (await bench.service.as(viewer).get(`/tribes/${path}`)).body;
const idsOf = (members: { user: { id: string } }[]) => members.map(({ user }) => user.id);

test('members see the first members with their roles and levels', async () => {
  const [owner, member] = [person(), person()];
  const id = await bench.createTribe(owner);
  bench.clock.advance(1_000);
  await bench.join(id, member);
  const { members } = await read(member, String(id));
  expect(members).toMatchObject([
    { role: 'owner', levelOrder: 5, restrictedHigher: false, user: { id: owner.id, name: `Nombre de ${owner.id}` } },
    { role: 'member', levelOrder: 1, user: { id: member.id }, joinedAt: bench.clock.now().toISOString() },
  ]);
});

test('a private tribe shows a non-member its card without members', async () => {
  const [owner, member, outsider] = [person(), person(), person()];
  const id = await bench.createTribe(owner, { name: 'Refugio', isPrivate: true, description: 'Nos vemos dentro' });
  await bench.service.as(member).post(`/tribes/${id}/join-request`);
  for (const viewer of [outsider, member]) {
    const { body } = await bench.service.as(viewer).get(`/tribes/${id}`);
    expect(body).toMatchObject({ name: 'Refugio', description: 'Nos vemos dentro', membersCount: 1, members: [] });
    expect(JSON.stringify(body)).not.toContain(owner.id);
    for (const path of ['members', 'config', 'progress'])
      expect((await bench.service.as(viewer).get(`/tribes/${id}/${path}`)).body).toMatchObject({
        code: 'membership_required',
      });
  }
  expect(idsOf((await read(admin, String(id))).members)).toEqual([owner.id]);
});

test('a public tribe shows a non-member its owner and officers only', async () => {
  const [owner, member, outsider] = [person(), person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, member);
  const body = await read(outsider, String(id));
  expect(idsOf(body.members)).toEqual([owner.id]);
  expect(JSON.stringify(body)).not.toContain(member.id);
});

test('email addresses are visible to owner, officers and admins only', async () => {
  const [owner, member] = [person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, member);
  for (const viewer of [owner, admin])
    expect(JSON.stringify(await read(viewer, `${id}/members`))).toContain(`${member.id}@tribus.test`);
  expect(JSON.stringify(await read(member, `${id}/members`))).not.toContain('@tribus.test');
});

test('a member of a higher level is hidden: no name, id, email address or search result', async () => {
  const [owner, junior, senior] = [person(), person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, junior, senior);
  await raise(id, senior, 3);

  const list = await bench.service.as(junior).get(`/tribes/${id}/members`);
  expect(JSON.stringify(list.body)).not.toContain(senior.id);
  const hidden = list.body.items.find((member: { levelOrder: number }) => member.levelOrder === 3);
  expect(hidden).toMatchObject({ restrictedHigher: true, joinedAt: null, user: { name: 'Miembro de nivel superior' } });
  expect((await read(junior, `${id}/members?q=${senior.id}`)).items).toEqual([]);
  expect((await read(junior, `${id}/members?q=superior`)).items).toEqual([]);
  expect(JSON.stringify(await read(junior, String(id)))).not.toContain(senior.id);
  const { nextCursor } = await read(junior, `${id}/members?limit=2`);
  expect(Buffer.from(nextCursor, 'base64url').toString('latin1')).not.toMatch(/persona/);

  for (const viewer of [senior, owner, admin])
    expect(JSON.stringify(await read(viewer, `${id}/members`))).toContain(senior.id);
  const seenBySenior = await read(senior, `${id}/members?q=${junior.id}`);
  expect(seenBySenior.items).toMatchObject([{ restrictedLower: true, user: { id: junior.id } }]);
});

test('members are paged without gaps: owner, officers, then by joining time', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  const members = Array.from({ length: 6 }, () => person());
  // Pairs have the same time.
  for (const [index, member] of members.entries()) {
    if (index % 2 === 0) bench.clock.advance(1_000);
    await bench.join(id, member);
  }
  const all: string[] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor ? `&cursor=${cursor}` : '';
    const body = await read(owner, `${id}/members?limit=2${next}`);
    all.push(...idsOf(body.items));
    cursor = body.nextCursor;
  } while (cursor);
  expect(all).toHaveLength(7);
  expect(new Set(all)).toEqual(new Set([owner, ...members].map((actor) => actor.id)));
  expect(all[0]).toBe(owner.id);
});

test("a search finds parts of members' names in any case and without accents, and continues by cursor", async () => {
  const owner = person('ana');
  const id = await bench.createTribe(owner);
  await bench.join(id, person('Beño-1'), person('Beño-2'), person('carla'));
  const first = await read(owner, `${id}/members?limit=1&q=${encodeURIComponent('DE BENO')}`);
  expect(idsOf(first.items)).toEqual(['Beño-1']);
  const second = await read(owner, `${id}/members?limit=5&q=beno&cursor=${first.nextCursor}`);
  expect(idsOf(second.items)).toEqual(['Beño-2']);
  expect(second.nextCursor).toBeNull();
});

test('a cursor of another tribe is invalid', async () => {
  const owner = person();
  const [firstTribe, secondTribe] = [await bench.createTribe(owner), await bench.createTribe(owner)];
  await bench.join(firstTribe, person());
  const { nextCursor } = await read(owner, `${firstTribe}/members?limit=1`);
  const { status, body } = await bench.service.as(owner).get(`/tribes/${secondTribe}/members?cursor=${nextCursor}`);
  expect([status, body.code]).toEqual([400, 'bad_cursor']);
});

test('progress is for members, and starts at level 1 without submissions', async () => {
  const [member, id] = [person(), await bench.createTribe(person())];
  await bench.join(id, member);
  expect(await read(member, `${id}/progress`)).toEqual({
    member: { status: 'active', role: 'member', levelOrder: 1 },
    next: { order: 2, name: 'Junior', required: 0, passed: 0 },
    challenges: [],
    lastSubs: [],
  });
  expect(await read(admin, `${id}/progress`)).toMatchObject({ code: 'membership_required' });
});

test('any signed-in user reads the levels of hominini', async () => {
  expect((await read(person(), '38/config')).levels).toHaveLength(5);
});

/** Sets a level directly, without challenges. */
async function raise(tribeId: number, { id }: Actor, levelOrder: number): Promise<void> {
  const ctx = testContext('climber');
  const migrations = join(import.meta.dirname, '..', 'migrations');
  const { db } = await openPostgres<TribesDb>(ctx, { url: bench.postgresUrl, migrations });
  await db.updateTable('members').set({ levelOrder }).where('tribeId', '=', tribeId).where('userId', '=', id).execute();
  await ctx.close();
}

test('members see online members unless they hide their own status; non-members do not', async () => {
  const [owner, member, hiding, outsider] = [person(), person(), person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, hiding, member);
  for (const { id: userId } of [owner, member, outsider]) bench.identity.online.add(userId);
  // The list of online users is cached for ten seconds.
  bench.clock.advance(11_000);
  expect(await read(member, String(id))).toMatchObject({
    onlineCount: 2,
    here: [{ id: owner.id }, { id: member.id }],
  });
  expect(await read(hiding, String(id))).toMatchObject({ onlineCount: null, here: [] });
  expect(await read(outsider, String(id))).toMatchObject({ onlineCount: null, here: [] });
});

test('a hidden member is counted as online but not listed', async () => {
  const [owner, member, above] = [person(), person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, member, above);
  await raise(id, above, 2);
  for (const { id: userId } of [member, above]) bench.identity.online.add(userId);
  bench.clock.advance(11_000);
  expect(await read(member, String(id))).toMatchObject({ onlineCount: 2, here: [{ id: member.id }] });
  expect((await read(above, String(id))).here).toHaveLength(2);
});
