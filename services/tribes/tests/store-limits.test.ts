import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import {
  answerMax,
  caseReasonMax,
  challengesPerLevel,
  challengeTitleMax,
  choiceMax,
  choicesMax,
  choicesMin,
  endDaysMax,
  hintMax,
  levelDescriptionMax,
  levelNameMax,
  levelsMax,
  maxScoreMax,
  notesMax,
  openInvitesMax,
  promptMax,
  questionMax,
  questionsMax,
  reasonMax,
  reviewNoteMax,
  rewardPointsMax,
  submissionTextMax,
} from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { setUpLevels } from './level-bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const x = (length: number): string => 'x'.repeat(length);
const inDays = (days: number): string => new Date(bench.clock.now().getTime() + days * 86_400_000).toISOString();

type Case = [set: string, constraint: string, accepted: unknown[], refused: unknown[]];

/** Updates the only row with this id; values at the limit are stored, those beyond it are refused by the constraint. */
async function expectLimits(table: string, id: string, cases: readonly Case[]): Promise<void> {
  for (const [set, constraint, accepted, refused] of cases) {
    const update = (value: unknown) => bench.sql(`update ${table} set ${set} where id = $1 returning id`, [id, value]);
    for (const value of accepted) expect(await update(value)).toHaveLength(1);
    for (const value of refused) await expect(update(value)).rejects.toMatchObject({ constraint });
  }
}

test('the store refuses levels beyond the limits of the contract', async () => {
  const { levelOf } = await setUpLevels(bench);
  await expectLimits('levels', levelOf(2), [
    ['name = $2', 'name_length', [x(levelNameMax), 'x'], [x(levelNameMax + 1), '']],
    ['description = $2', 'description_length', [x(levelDescriptionMax), ''], [x(levelDescriptionMax + 1)]],
    ['reward_points = $2', 'reward_limit', [rewardPointsMax, 0], [rewardPointsMax + 1]],
  ]);
});

test('the store refuses challenges beyond the limits of the contract', async () => {
  const { addManual } = await setUpLevels(bench);
  await expectLimits('challenges', await addManual(), [
    ['title = $2', 'title_length', [x(challengeTitleMax), 'x'], [x(challengeTitleMax + 1), '']],
    ['prompt = $2', 'prompt_length', [x(promptMax), ''], [x(promptMax + 1)]],
    ['max_score = $2', 'max_score_limit', [maxScoreMax, 1], [maxScoreMax + 1]],
  ]);
});

test('the store refuses quizzes beyond the limits of the contract', async () => {
  const { addQuiz } = await setUpLevels(bench);
  const id = await addQuiz();
  await expectLimits('challenges', id, [
    [
      'answer_key = $2',
      'answers_of_a_quiz',
      [Array(questionsMax).fill(answerMax), [0]],
      [Array(questionsMax + 1).fill(0), [0, answerMax + 1], [-1], []],
    ],
  ]);
  const quiz = (questions: number, prompt: string, choices: string[]) =>
    JSON.stringify({ questions: Array(questions).fill({ prompt, choices }) });
  const many = (length: number) => Array<string>(length).fill('Sí');
  await bench.sql('update challenges set answer_key = $2 where id = $1', [id, [0, 0]]);
  await expectLimits('challenges', id, [
    [
      'data = $2',
      'an_answer_per_question',
      [quiz(2, 'q', many(2)), null],
      [quiz(1, 'q', many(2)), quiz(3, 'q', many(2))],
    ],
    ['data = $2', 'question_length', [quiz(2, x(questionMax), many(2))], [quiz(2, x(questionMax + 1), many(2))]],
    [
      'data = $2',
      'choices_of_a_question',
      [quiz(2, 'q', many(choicesMin)), quiz(2, 'q', many(choicesMax))],
      [quiz(2, 'q', many(choicesMin - 1)), quiz(2, 'q', many(choicesMax + 1)), quiz(2, 'q', [])],
    ],
    ['data = $2', 'choice_length', [quiz(2, 'q', ['a', x(choiceMax)])], [quiz(2, 'q', ['a', x(choiceMax + 1)])]],
  ]);
});

test('the store refuses submissions beyond the limits of the contract', async () => {
  const { ana, owner, addManual, submit, review } = await setUpLevels(bench);
  const { id } = (await submit(ana, await addManual(), { text: 'Mirad' })).body.submission;
  await review(owner, id, { action: 'approve' });
  await expectLimits('submissions', id, [
    ['text = $2', 'text_length', [x(submissionTextMax)], [x(submissionTextMax + 1)]],
    ['hint = $2', 'hint_length', [x(hintMax)], [x(hintMax + 1)]],
    ['note = $2', 'note_length', [x(reviewNoteMax)], [x(reviewNoteMax + 1)]],
    ['score = $2', 'score_range', [100, 0], [101, -1]],
    ['max_score = $2', 'max_score_range', [maxScoreMax, 1], [maxScoreMax + 1, 0]],
  ]);
});

test('the store refuses long reasons of bans, and restrictions and invitations for more than a year', async () => {
  const [owner, banned, restricted, troll] = [person(), person(), person(), person()];
  const as = bench.service.as(owner);
  const tribeId = await bench.createTribe(owner);
  await bench.join(tribeId, banned, restricted, troll);
  const ban = await as.post(`/tribes/${tribeId}/bans`, { userId: banned.id, reason: x(reasonMax) });
  expect(ban.status).toBe(201);
  const forCase = { tribeId, userId: troll.id, causeId: `case-${tribeId}`, authority: 'admin' as const, until: '' };
  const banForCase = { ...forCase, byUserId: '', reason: x(caseReasonMax + 1) };
  await expect(bench.rpc.banMember(banForCase)).rejects.toMatchObject({ code: 'invalid_input' });
  await bench.rpc.banMember({ ...banForCase, reason: x(caseReasonMax) });
  const endsAt = inDays(endDaysMax);
  const restriction = { reason: 'Descansa', endsAt };
  expect((await as.put(`/tribes/${tribeId}/members/${restricted.id}/restriction`, restriction)).status).toBe(200);
  expect((await as.post(`/tribes/${tribeId}/invites`, { expiresAt: endsAt })).status).toBe(201);
  for (const [update, constraint] of [
    [`bans set reason = reason || 'x' where cause_id is null and tribe_id = $1`, 'reason_length'],
    [`bans set reason = reason || 'x' where cause_id is not null and tribe_id = $1`, 'reason_length'],
    [`restrictions set ends_at = ends_at + interval '1 second' where tribe_id = $1`, 'a_year_at_most'],
    [`invites set expires_at = expires_at + interval '1 second' where tribe_id = $1`, 'a_year_at_most'],
  ])
    await expect(bench.sql(`update ${update}`, [tribeId])).rejects.toMatchObject({ constraint });
});

test('the store refuses levels, challenges, notes and open invitations beyond their number', async () => {
  const { tribeId, owner, as, path, levelOf, addManual } = await setUpLevels(bench);
  const requester = person();
  expect((await as(owner).put(`/tribes/${tribeId}`, { requiresApproval: true })).status).toBe(200);
  expect((await as(requester).post(path('join-request'))).status).toBe(200);
  for (let order = 6; order <= levelsMax; order++)
    expect((await as(owner).post(path('levels'), { name: `Nivel ${order}` })).status).toBe(201);
  for (let each = 0; each < challengesPerLevel; each++) await addManual();
  for (let each = 0; each < notesMax; each++)
    expect((await as(owner).post(path(`members/${requester.id}/notes`), { text: 'Bien' })).status).toBe(201);
  for (let each = 0; each < openInvitesMax; each++)
    expect((await as(owner).post(path('invites'), {})).status).toBe(201);
  const id = 'gen_random_uuid()';
  for (const [constraint, into, values] of [
    [
      'levels_of_a_tribe',
      'levels (tribe_id, id, level_order, name, description, min_score, reward_points)',
      `${id}, ${levelsMax + 1}, 'Nivel', '', 70, 10`,
    ],
    [
      'challenges_of_a_level',
      'challenges (tribe_id, id, level_id, type, title, prompt, max_score, place)',
      `${id}, '${levelOf(2)}', 'manual', 'Enciende', '', 100, 99`,
    ],
    [
      'notes_of_a_request',
      'request_notes (tribe_id, id, user_id, author_id, body, created_at)',
      `${id}, '${requester.id}', '${owner.id}', 'Bien', now()`,
    ],
    ['open_invites_of_a_tribe', 'invites (tribe_id, id, code_hash, created_at)', `${id}, 'otra', now()`],
  ])
    await expect(bench.sql(`insert into ${into} values ($1, ${values})`, [tribeId])).rejects.toMatchObject({
      constraint,
    });
  await bench.sql(
    `update invites set max_uses = 1, uses = 1 where id = (select min(id::text)::uuid from invites
    where tribe_id = $1)`,
    [tribeId],
  );
  expect((await as(owner).post(path('invites'), {})).status).toBe(201);
  expect((await as(owner).post(path('invites'), {})).body).toMatchObject({ code: 'too_many_invites' });
});

test('the store accepts concurrent invitations that bypass the rules only up to the limit of open ones', async () => {
  const { tribeId } = await setUpLevels(bench);
  const made = await Promise.allSettled(
    Array.from({ length: openInvitesMax + 5 }, (_, n) =>
      bench.sql(`insert into invites (id, tribe_id, code_hash, created_at) values (gen_random_uuid(), $1, $2, now())`, [
        tribeId,
        `hash-${tribeId}-${n}`,
      ]),
    ),
  );
  expect(made.filter(({ status }) => status === 'rejected')).toHaveLength(5);
  expect(await bench.sql('select from invites where tribe_id = $1', [tribeId])).toHaveLength(openInvitesMax);
});
