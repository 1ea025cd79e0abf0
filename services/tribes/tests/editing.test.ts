import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import { TribeDeleted, TribeUpdated } from '@tribus/proto/tribes/v1/events.ts';
import {
  inviteUsesMax,
  joinAnswerMax,
  noteMax,
  reasonMax,
  tribeDescriptionMax,
  tribeNameMax,
  tribeNameMin,
  tribeQuestionMax,
  tribeRuleMax,
  tribeTagMax,
  tribeTagsMax,
} from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

test("an owner's change leaves absent fields unchanged", async () => {
  const owner = person();
  const id = await bench.createTribe(owner, { name: 'Huerto', description: 'Tomates', tags: ['huerto'] });
  const { status, body } = await bench.service
    .as(owner)
    .put(`/tribes/${id}`, { name: 'Huerto Sur', ownerId: 'x', id: 7 });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, name: 'Huerto Sur', normalizedName: 'huerto-sur', description: 'Tomates' });
  const again = await bench.service.as(owner).put(`/tribes/${id}`, { description: '', tags: '' });
  expect(again.body).toMatchObject({ name: 'Huerto Sur', description: '', tags: [] });
  expect((await bench.events(TribeUpdated)).filter(({ tribeId }) => tribeId === id)).toHaveLength(2);
});

test('making a tribe private requires approval, and making it public again keeps that', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  const put = async (change: object) => (await bench.service.as(owner).put(`/tribes/${id}`, change)).body;
  expect(await put({ isPrivate: true })).toMatchObject({ isPrivate: true, requiresApproval: true });
  expect(await put({ requiresApproval: false })).toMatchObject({ isPrivate: true, requiresApproval: true });
  expect(await put({ isPrivate: false })).toMatchObject({ isPrivate: false, requiresApproval: true });
  expect(await put({ requiresApproval: false })).toMatchObject({ isPrivate: false, requiresApproval: false });
});

test("only the tribe's moderators and admins change or delete it", async () => {
  const [member, outsider] = [person(), person()];
  const id = await bench.createTribe(person());
  await bench.join(id, member);
  for (const actor of [member, outsider]) {
    expect((await bench.service.as(actor).put(`/tribes/${id}`, { name: unique('Mía') })).body.code).toBe('forbidden');
    expect((await bench.service.as(actor).delete(`/tribes/${id}`)).body.code).toBe('forbidden');
  }
  expect((await bench.service.as(admin).put(`/tribes/${id}`, { name: unique('Nuestra') })).status).toBe(200);
  expect((await bench.service.as(admin).delete(`/tribes/${id}`)).status).toBe(200);
});

test('a name that is taken, empty or too long is rejected', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  const put = async (change: object) => (await bench.service.as(owner).put(`/tribes/${id}`, change)).body.code;
  expect(await put({ name: 'hominini' })).toBe('name_taken');
  expect(await put({ name: '' })).toBe('name_required');
  expect(await put({ name: '***' })).toBe('name_unusable');
  expect(await put({ name: 'x'.repeat(61) })).toBe('name_length');
  expect(await put({ description: 'x'.repeat(501) })).toBe('description_length');
});

test.each([
  ['ok, dos palabras', "Tag 'dos palabras' caracteres inválidos."],
  [['x'.repeat(25)], `Tag '${'x'.repeat(25)}' inválido (1-24).`],
  [[...'abcdefghijk'], 'Una tribu puede tener como máximo 10 tags.'],
])('an invalid tag of a change is rejected with the sentence of the edit form: %j', async (tags, error) => {
  const owner = person();
  const id = await bench.createTribe(owner, { tags: ['huerto'] });
  const refused = await bench.service.as(owner).put(`/tribes/${id}`, { tags });
  expect(refused).toMatchObject({ status: 400, body: { error } });
  expect((await bench.service.as(owner).get(`/tribes/${id}`)).body.tags).toEqual(['huerto']);
});

test('only one of ten concurrent renames to the same name succeeds', async () => {
  const tribes = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const owner = person();
      return { owner, id: await bench.createTribe(owner) };
    }),
  );
  const name = unique('Codiciado');
  const responses = await Promise.all(
    tribes.map(({ owner, id }) => bench.service.as(owner).put(`/tribes/${id}`, { name })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
});

test('hominini can be neither renamed, closed nor deleted, even by an admin', async () => {
  const hominini = bench.service.as(admin);
  for (const change of [{ name: 'sapiens' }, { isPrivate: true }, { requiresApproval: true }])
    expect((await hominini.put('/tribes/38', change)).body).toMatchObject({ code: 'hominini_locked' });
  expect((await hominini.delete('/tribes/38')).body.code).toBe('hominini_locked');
  expect((await hominini.put('/tribes/38', { description: 'De todos', name: 'hominini' })).body).toMatchObject({
    description: 'De todos',
  });
  const member = person();
  await bench.rpc.ensureHomininiMember({ userId: member.id });
  expect((await bench.service.as(member).put('/tribes/38', { description: 'Mía' })).status).toBe(403);
  expect((await bench.service.as(member).post('/tribes/38/leave')).body.code).toBe('hominini_locked');
});

test('a deleted tribe is 404 for everyone, and its event is emitted once', async () => {
  const [owner, member] = [person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, member);
  const responses = await Promise.all([1, 2, 3, 4].map(() => bench.service.as(owner).delete(`/tribes/${id}`)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  expect((await bench.service.as(member).get(`/tribes/${id}`)).status).toBe(404);
  expect((await bench.service.as(member).get('/tribes/@me/memberships')).body.items).toEqual([]);
  expect((await bench.events(TribeDeleted)).filter(({ tribeId }) => tribeId === id)).toHaveLength(1);
});

test('the store refuses texts and lists beyond the limits of the contract, and accepts those at the limit', async () => {
  const id = await bench.createTribe(person());
  // Two UTF-16 units each, which the contract counts and the store does not.
  const emoji = '🔥'.repeat(tribeDescriptionMax / 2);
  const questions = (text: string) =>
    JSON.stringify([
      { id: 'q', text: 'Corta' },
      { id: 'r', text },
    ]);
  const set = (column: string, value: unknown) =>
    bench.sql(`update tribes set ${column} = $2 where id = $1`, [id, value]);
  const cases: [column: string, constraint: string, accepted: unknown[], refused: unknown[]][] = [
    ['name', 'name_length', ['x'.repeat(tribeNameMax)], ['x'.repeat(tribeNameMax + 1), 'x'.repeat(tribeNameMin - 1)]],
    [
      'description',
      'description_length',
      ['x'.repeat(tribeDescriptionMax), emoji],
      ['x'.repeat(tribeDescriptionMax + 1)],
    ],
    ['tags', 'ten_tags', [Array(tribeTagsMax).fill('a-1'), []], [Array(tribeTagsMax + 1).fill('a')]],
    [
      'tags',
      'tag_characters',
      [['x'.repeat(tribeTagMax)]],
      [['x'.repeat(tribeTagMax + 1)], ['Á'], ['ok', 'a b'], ['', 'a']],
    ],
    ['rules', 'rule_length', [['a', 'x'.repeat(tribeRuleMax)], []], [['a', 'x'.repeat(tribeRuleMax + 1)]]],
    [
      'questions',
      'question_length',
      [questions('x'.repeat(tribeQuestionMax))],
      [questions('x'.repeat(tribeQuestionMax + 1))],
    ],
  ];
  for (const [column, constraint, accepted, refused] of cases) {
    for (const value of accepted) await set(column, value);
    for (const value of refused) await expect(set(column, value)).rejects.toMatchObject({ constraint });
  }
});

test('the store refuses too long answers, notes and reasons, and invitations for too many people', async () => {
  const [owner, applicant, member] = [person(), person(), person()];
  const as = bench.service.as(owner);
  const id = await bench.createTribe(owner, { requiresApproval: true, questions: [{ text: '¿Qué traes?' }] });
  const [{ id: questionId }] = (await as.get(`/tribes/${id}`)).body.questions;
  const answers = [{ questionId, answer: 'x'.repeat(joinAnswerMax) }];
  for (const asking of [applicant, member])
    expect((await bench.service.as(asking).post(`/tribes/${id}/join-request`, { answers })).status).toBe(200);
  expect((await as.post(`/tribes/${id}/members/${member.id}/approve`)).status).toBe(200);
  const note = await as.post(`/tribes/${id}/members/${applicant.id}/notes`, { text: 'x'.repeat(noteMax) });
  expect(note.status).toBe(201);
  const restriction = { reason: 'x'.repeat(reasonMax), endsAt: new Date(Date.now() + 3_600_000) };
  expect((await as.put(`/tribes/${id}/members/${member.id}/restriction`, restriction)).status).toBe(200);
  expect((await as.post(`/tribes/${id}/invites`, { maxUses: inviteUsesMax })).status).toBe(201);
  const answered = JSON.stringify([{ question: '¿Qué traes?', answer: 'x'.repeat(joinAnswerMax + 1) }]);
  for (const [table, column, value, constraint] of [
    ['members', 'answers', answered, 'answer_length'],
    ['request_notes', 'body', 'x'.repeat(noteMax + 1), 'note_length'],
    ['restrictions', 'reason', 'x'.repeat(reasonMax + 1), 'reason_length'],
    ['invites', 'max_uses', inviteUsesMax + 1, 'uses_of_an_invite'],
  ])
    await expect(
      bench.sql(`update ${table} set ${column} = $2 where tribe_id = $1`, [id, value]),
    ).rejects.toMatchObject({ constraint });
});
