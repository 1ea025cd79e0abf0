import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { serviceActor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const as = (actor: Actor) => bench.service.as(actor);
const identity = { actor: serviceActor('identity') };
const endsAt = () => new Date(bench.clock.now().getTime() + dayMs).toISOString();
const tables = ['stays', 'bans', 'restrictions', 'invites', 'invite_uses', 'request_notes', 'members'];
const storedRows = async (userId: string) =>
  JSON.stringify(
    await Promise.all(
      tables.map((table) => bench.sql(`select * from ${table} where ${table}::text like $1`, [`%${userId}%`])),
    ),
  );

/** A user with rows in every table, both as a member and as a moderator. */
async function createActiveUser() {
  const [owner, ana, other] = [person(), person(), person()];
  const id = await bench.createTribe(owner, { questions: [{ text: '¿Quién eres?' }] });
  const question = (await as(owner).get(`/tribes/${id}`)).body.questions[0].id;
  const answers = [{ questionId: question, answer: 'Ana, panadera' }];
  await as(ana).post(`/tribes/${id}/join`, { answers });
  await as(owner).put(`/tribes/${id}/members/${ana.id}/role`, { role: 'officer' });
  await as(ana).post(`/tribes/${id}/invites`, { maxUses: 3 });
  await as(owner).put(`/tribes/${id}`, { isPrivate: true });
  await as(other).post(`/tribes/${id}/join-request`, { answers });
  await as(ana).post(`/tribes/${id}/members/${other.id}/notes`, { text: 'Parece buena gente' });
  const second = await bench.createTribe(owner);
  const { code } = (await as(owner).post(`/tribes/${second}/invites`, {})).body;
  await as(ana).post('/invites/join', { code });
  const third = await bench.createTribe(owner);
  await as(owner).post(`/tribes/${third}/bans`, { userId: ana.id, reason: 'Por molestar' });
  const troll = person();
  await as(ana).post(`/tribes/${id}/bans`, { userId: troll.id, reason: 'Insultos' });
  await as(owner).put(`/tribes/${id}/members/${ana.id}/restriction`, { reason: 'Calma', endsAt: endsAt() });
  return { id, second, third, owner, ana, troll };
}

test('a data export contains the user’s records without deciders’ ids', async () => {
  const { id, second, third, owner, ana } = await createActiveUser();
  const records = async (area: string) => {
    const response = await bench.rpc.exportPersonalData({ userId: ana.id, area, cursor: '' }, identity);
    expect(response.nextCursor).toBe('');
    expect(response.records.join()).not.toContain(owner.id);
    return response.records.map((record) => JSON.parse(record));
  };
  expect(await records('answers')).toEqual([
    { tribeId: id, answers: [{ question: '¿Quién eres?', answer: 'Ana, panadera' }] },
  ]);
  expect(await records('bans')).toMatchObject([{ tribeId: third, reason: 'Por molestar', endsAt: null }]);
  expect(await records('restrictions')).toMatchObject([{ tribeId: id, reason: 'Calma' }]);
  expect(await records('invites')).toMatchObject([{ tribeId: id, maxUses: 3, uses: 0 }]);
  expect(await records('arrivals')).toMatchObject([{ tribeId: second }]);
  expect((await records('stays')).map(({ tribeId, leftAt }) => [tribeId, leftAt])).toEqual([
    [id, null],
    [second, null],
  ]);
  expect(await records('notes')).toMatchObject([{ tribeId: id, text: 'Parece buena gente' }]);
  await expect(records('secrets')).rejects.toMatchObject({ code: 'invalid_input' });
  const asPerson = bench.rpc.exportPersonalData({ userId: ana.id, area: 'bans', cursor: '' }, { actor: ana });
  await expect(asPerson).rejects.toMatchObject({ code: 'forbidden' });
});

test('deleting an account deletes its records and revokes its invitations, but keeps its decisions', async () => {
  const { id, owner, ana, troll } = await createActiveUser();
  await bench.removeUser(ana);
  expect(await storedRows(ana.id)).not.toContain(ana.id);
  expect(await storedRows(troll.id)).toContain('Insultos');
  expect((await as(owner).get(`/tribes/${id}/bans`)).body.items).toMatchObject([{ user: { id: troll.id }, by: null }]);
  expect((await as(owner).get(`/tribes/${id}/invites`)).body.items).toEqual([]);
});

test("a deleted tribe's decisions are deleted", async () => {
  const { id, owner } = await createActiveUser();
  await as(owner).delete(`/tribes/${id}`);
  await bench.jobsDone();
  for (const table of ['bans', 'restrictions', 'invites', 'request_notes', 'members'])
    expect(await bench.sql(`select * from ${table} where tribe_id = $1`, [id])).toEqual([]);
});
