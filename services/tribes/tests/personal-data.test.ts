import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { serviceActor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { type Bench, openBench } from './bench.ts';
import { setUpLevels } from './level-bench.ts';

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

test('a data export contains attempts at quizzes, level-ups and pending offers of ownership', async () => {
  const { tribeId, owner, ana, leo, addQuiz, submit } = await setUpLevels(bench);
  const quiz = await addQuiz(2);
  expect((await submit(ana, quiz, { answers: [1, 0, 2] })).body.submission.status).toBe('approved');
  const { name } = (await as(owner).get(`/tribes/${tribeId}`)).body;
  expect((await as(owner).post(`/tribes/${tribeId}/owner`, { userId: ana.id, name })).status).toBe(200);
  const areas = ['quiz_attempts', 'level_ups', 'ownership_offers'];
  const exported = async ({ id: userId }: Actor) =>
    Promise.all(
      areas.map(async (area) => {
        const { records } = await bench.rpc.exportPersonalData({ userId, area, cursor: '' }, identity);
        return records.map((record) => JSON.parse(record));
      }),
    );
  const at = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(await exported(ana)).toEqual([
    [{ tribeId, challengeId: quiz, lastTriedAt: at }],
    [{ tribeId, level: 2, cause: 'challenges', raisedAt: at }],
    [{ tribeId, offeredAt: at }],
  ]);
  expect(await exported(leo)).toEqual([[], [], []]);
});

test('a data export contains all level-ups of many tribes, over several pages', async () => {
  const ana = person();
  await bench.sql(
    `with made as (
       insert into tribes (name, normalized_name, description, tags, is_private, requires_approval, created_at)
       select 'Subidas ' || n, 'subidas ' || n, '', '{}', false, false, now() from generate_series(1, 120) as n returning id
     ), joined as (
       insert into members (tribe_id, user_id, status, role, level_order, since)
       select id, $1, 'active', 'member', 3, now() from made returning tribe_id
     )
     insert into level_ups (tribe_id, user_id, cause, cause_id, level_order, raised_at)
     select tribe_id, $1, 'level_test', 'test ' || n, n + 1, now() from joined, generate_series(1, 2) as n`,
    [ana.id],
  );
  const levels = new Set<string>();
  const pages: number[] = [];
  let cursor = '';
  do {
    const page = await bench.rpc.exportPersonalData({ userId: ana.id, area: 'level_ups', cursor }, identity);
    for (const record of page.records) levels.add(record);
    pages.push(page.records.length);
    cursor = page.nextCursor;
  } while (cursor !== '');
  expect([pages, levels.size]).toEqual([[100, 100, 40], 240]);
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
