import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { challengesPerLevel, levelsMax } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { setUpLevels } from './level-bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const right = { answers: [1, 0, 2] };
const namesOf = ({ levels }: { levels: { name: string }[] }) => levels.map(({ name }) => name);
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

test('only moderators of the tribe see the right answers of a quiz', async () => {
  const { owner, ana, config, addQuiz, levelOf, as, path, submit } = await setUpLevels(bench);
  const questions = [{ prompt: '¿Qué arde?', choices: ['La leña', 'La piedra'] }];
  const quiz = await addQuiz(2, { answerKey: { answers: [0] }, data: { questions } });
  for (const moderator of [owner, admin]) {
    const [challenge] = (await config(moderator)).levels[1].challenges;
    expect(challenge).toMatchObject({ id: quiz, answerKey: { answers: [0] }, data: { questions }, answersCount: 1 });
  }
  const responses = [await config(ana), (await submit(ana, quiz, { answers: [1] })).body];
  responses.push((await as(ana).get(path('progress'))).body, (await as(person()).get('/tribes/38/config')).body);
  expect(JSON.stringify(responses)).not.toMatch(/answerKey/);
  expect(responses[0].levels[1].challenges).toEqual([
    { id: quiz, type: 'quiz', title: 'Las brasas', prompt: '', maxScore: 100, data: { questions }, answersCount: 1 },
  ]);
  expect((await as(person()).get(path('config'))).body.code).toBe('membership_required');
  expect(levelOf(2)).toBe((await config()).levels[1].id);
});

test('a member reads the names of their level and of the next one in each of their tribes', async () => {
  const { owner, ana, as, path, levelOf, tribeId } = await setUpLevels(bench);
  await as(owner).put(path(`levels/${levelOf(2)}`), { name: 'Hilandera' });
  const ownLevels = async (actor: Actor) => {
    const { status, body } = await as(actor).get('/tribes/@me/levels');
    expect(status).toBe(200);
    return body.items.filter((level: { tribeId: number }) => level.tribeId === tribeId);
  };
  expect(await ownLevels(ana)).toEqual([
    { tribeId, order: 1, name: 'Principiante' },
    { tribeId, order: 2, name: 'Hilandera' },
  ]);
  expect(await ownLevels(owner)).toEqual([{ tribeId, order: 5, name: 'Guru' }]);
  await as(ana).post(path('leave'));
  expect(await ownLevels(ana)).toEqual([]);
});

test('levels are added at the end or above the reached ones, changed and deleted', async () => {
  const { owner, as, path, config } = await setUpLevels(bench);
  const added = await as(owner).post(path('levels'), { name: 'Leyenda' });
  expect([added.status, added.body]).toMatchObject([
    201,
    { order: 6, name: 'Leyenda', description: '', minScore: 70, rewardPoints: 10, challenges: [] },
  ]);
  const between = await as(owner).post(path('levels'), { order: 3, name: 'Brasa', minScore: 50 });
  expect(between.body).toMatchObject({ order: 3, minScore: 50 });
  expect(namesOf(await config())).toEqual(['Principiante', 'Junior', 'Brasa', 'Senior', 'Master', 'Guru', 'Leyenda']);
  const changed = await as(owner).put(path(`levels/${between.body.id}`), { minScore: 80, rewardPoints: 25 });
  expect(changed.body).toMatchObject({ name: 'Brasa', minScore: 80, rewardPoints: 25, order: 3 });
  expect((await as(owner).delete(path(`levels/${between.body.id}`))).body).toEqual({ ok: true });
  expect((await config()).levels.map(({ order }: { order: number }) => order)).toEqual([1, 2, 3, 4, 5, 6]);
  expect((await as(owner).put(path(`levels/${between.body.id}`), { minScore: 1 })).status).toBe(404);
  expect((await as(owner).put(path('levels/nada'), { minScore: 1 })).status).toBe(404);
});

test("a level reached by a member cannot be moved; the owner's level does not count", async () => {
  const { owner, ana, as, path, config, levelOf, addQuiz, submit } = await setUpLevels(bench);
  const quiz = await addQuiz(2);
  await submit(ana, quiz, { answers: [1, 0, 2] });
  expect(await config()).toMatchObject({ reached: 2 });
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = idsOf((await config()).levels);
  const order = (ids: string[]) => as(owner).put(path('levels/order'), { ids });
  expect((await order([first, third, second, fourth, fifth])).body.code).toBe('level_reached');
  expect((await as(owner).delete(path(`levels/${levelOf(2)}`))).body.code).toBe('level_reached');
  expect((await as(owner).post(path('levels'), { order: 2, name: 'Otra' })).body.code).toBe('level_reached');
  expect(namesOf((await order([first, second, fifth, third, fourth])).body)).toEqual([
    'Principiante',
    'Junior',
    'Guru',
    'Senior',
    'Master',
  ]);
  expect((await order([first, second])).body.code).toBe('order_outdated');
  expect((await order([first, second, third, third, fourth])).body.code).toBe('order_outdated');
});

test('concurrent requests never exceed the limits of levels and challenges', async () => {
  const { owner, as, path, levelOf, config } = await setUpLevels(bench);
  const add = (name: string) => as(owner).post(path('levels'), { name });
  // All but the last three in sequence: concurrent requests would wait for each other beyond the deadline.
  for (let more = 5; more < levelsMax - 3; more += 1) expect((await add(`Nivel ${more}`)).status).toBe(201);
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => add(`A la vez ${index}`)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect((await config()).levels.map(({ order }: { order: number }) => order)).toEqual(
    Array.from({ length: levelsMax }, (_, index) => index + 1),
  );
  const challenge = { type: 'manual', title: 'Otro' };
  const addChallenge = () => as(owner).post(path(`levels/${levelOf(2)}/challenges`), challenge);
  for (let count = 0; count < challengesPerLevel - 3; count += 1) expect((await addChallenge()).status).toBe(201);
  const added = await Promise.all(Array.from({ length: 6 }, addChallenge));
  expect(added.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(added.filter(({ body }) => body.code === 'challenge_limit')).toHaveLength(3);
});

test("errors name the missing field: a level's name, a challenge's title, a key's numbers", async () => {
  const { owner, as, path, levelOf } = await setUpLevels(bench);
  const challenge = (body: object) => as(owner).post(path(`levels/${levelOf(2)}/challenges`), body);
  expect((await as(owner).post(path('levels'), { name: '  ' })).body.code).toBe('level_name_required');
  expect((await challenge({ type: 'manual', title: '' })).body.code).toBe('challenge_title_required');
  for (const answerKey of [undefined, null, {}, { answers: [] }, { answers: ['x'] }, { answers: '1,2' }, 'x']) {
    const { status, body } = await challenge({ type: 'quiz', title: 'Q', answerKey });
    expect([status, body.error]).toEqual([400, 'CSV must contain numbers']);
  }
  const codes = async (...bodies: object[]) => {
    const answers = bodies.map((body) => challenge({ type: 'quiz', title: 'Q', ...body }));
    return (await Promise.all(answers)).map(({ status, body }) => (status === 400 ? body.code : status));
  };
  const keys = [[100], [-1], [1.5], [1, 'dos'], Array(31).fill(1), Array(30).fill(99)];
  expect(await codes(...keys.map((answers) => ({ answerKey: { answers } })))).toEqual([
    ...['answer_range', 'answer_range', 'answer_range', 'answer_range', 'questions_count'],
    201,
  ]);
  const long = { questions: Array(31).fill({ prompt: '¿Una?', choices: ['a', 'b'] }) };
  expect(await codes({ answerKey: { answers: [1] }, data: long })).toEqual(['questions_count']);
  const questions = [{ prompt: '¿Una?', choices: ['a', 'b'] }];
  const quiz = (answers: number[]) =>
    challenge({ type: 'quiz', title: 'Q', answerKey: { answers }, data: { questions } });
  for (const answers of [[2], [0, 1]]) expect((await quiz(answers)).body.code).toBe('answer_key_mismatch');
  expect((await quiz([1])).status).toBe(201);
  const lonely = { questions: [{ prompt: '¿Una?', choices: ['a'] }] };
  expect((await challenge({ type: 'quiz', title: 'Q', answerKey: { answers: [0] }, data: lonely })).body.code).toBe(
    'choices_count',
  );
});

test('a question with two equal choices is refused, and the field of the second one has the error', async () => {
  const { owner, as, path, levelOf } = await setUpLevels(bench);
  const save = (choices: string[]) => {
    const data = { questions: [{ prompt: '¿Una?', choices }] };
    const quiz = { type: 'quiz', title: 'Q', answerKey: { answers: [0] }, data };
    return as(owner).post(path(`levels/${levelOf(2)}/challenges`), quiz);
  };
  const { status, body } = await save(['leña', 'piedra', ' leña ']);
  const message = 'Cada opción de una pregunta debe ser distinta.';
  expect([status, body.code]).toEqual([400, 'choice_repeated']);
  expect(body.details).toMatchObject([{ path: 'data.questions.0.choices.2', message }]);
  expect((await save(['leña', 'Leña', 'piedra'])).status).toBe(201);
});

test('a challenge is changed, reordered and deleted', async () => {
  const { owner, as, path, levelOf, config, addQuiz, addManual } = await setUpLevels(bench);
  const [quiz, manual] = [await addQuiz(), await addManual()];
  const changed = await as(owner).put(path(`challenges/${quiz}`), { title: 'Otra', answerKey: { answers: [3] } });
  expect(changed.body).toMatchObject({ title: 'Otra', type: 'quiz', answerKey: { answers: [3] }, answersCount: 1 });
  const order = (ids: string[]) => as(owner).put(path(`levels/${levelOf(2)}/challenges/order`), { ids });
  expect(idsOf((await order([manual, quiz])).body.challenges)).toEqual([manual, quiz]);
  expect((await order([manual])).body.code).toBe('order_outdated');
  expect((await as(owner).delete(path(`challenges/${manual}`))).body).toEqual({ ok: true });
  expect(idsOf((await config()).levels[1].challenges)).toEqual([quiz]);
  expect((await as(owner).delete(path(`challenges/${manual}`))).status).toBe(404);
});

test('a member rises when a level whose challenges they have passed becomes their next one', async () => {
  const { ana, leo, owner, as, path, config, levelOf, addQuiz, addManual, submit, levelOrderOf } =
    await setUpLevels(bench);
  const [quiz, manual, other] = [await addQuiz(2), await addManual(2), await addQuiz(3)];
  for (const actor of [ana, leo]) await submit(actor, quiz, right);
  const order = async (...first: string[]) => {
    const ids: string[] = (await config()).levels.map(({ id }: { id: string }) => id);
    const rest = ids.filter((id) => !first.includes(id));
    expect((await as(owner).put(path('levels/order'), { ids: [...first, ...rest] })).status).toBe(200);
  };
  await order(levelOf(1), levelOf(3), levelOf(2));
  // Ana has passed the remaining challenge of what is level 3 now.
  await as(owner).delete(path(`challenges/${manual}`));
  expect(await levelOrderOf(ana)).toBe(1);
  expect((await submit(leo, other, right)).body.levelTo).toBe(2);
  await bench.jobsDone();
  expect([await levelOrderOf(ana), await levelOrderOf(leo)]).toEqual([1, 3]);
});

test('a member rises when levels move or are deleted so that a passed one becomes their next', async () => {
  for (const change of ['order', 'delete'] as const) {
    const { ana, owner, as, path, levelOf, addQuiz, addManual, submit, levelOrderOf } = await setUpLevels(bench);
    const [quiz, manual] = [await addQuiz(2), await addManual(2)];
    await submit(ana, quiz, right);
    const order = (...orders: number[]) => as(owner).put(path('levels/order'), { ids: orders.map(levelOf) });
    await order(1, 3, 2, 4, 5);
    await as(owner).delete(path(`challenges/${manual}`));
    expect(await levelOrderOf(ana)).toBe(1);
    if (change === 'order') await order(1, 2, 3, 4, 5);
    else await as(owner).delete(path(`levels/${levelOf(3)}`));
    expect(await levelOrderOf(ana)).toBe(2);
  }
});

test('members, non-members and moderators of another tribe cannot change levels', async () => {
  const { ana, as, path, levelOf, config, addManual } = await setUpLevels(bench);
  const manual = await addManual();
  const before = await config();
  const other = await setUpLevels(bench);
  const attempts = (actor: Actor, from: typeof path) => [
    as(actor).post(from('levels'), { name: 'X' }),
    as(actor).put(from(`levels/${levelOf(2)}`), { name: 'X' }),
    as(actor).delete(from(`levels/${levelOf(5)}`)),
    as(actor).put(from('levels/order'), { ids: idsOf(before.levels).reverse() }),
    as(actor).post(from(`levels/${levelOf(2)}/challenges`), { type: 'manual', title: 'X' }),
    as(actor).put(from(`levels/${levelOf(2)}/challenges/order`), { ids: [manual] }),
    as(actor).put(from(`challenges/${manual}`), { title: 'X' }),
    as(actor).delete(from(`challenges/${manual}`)),
  ];
  for (const actor of [ana, person(), other.owner])
    for (const { status } of await Promise.all(attempts(actor, path))) expect(status).toBe(403);
  const [, ...underWrongTribe] = await Promise.all(attempts(other.owner, other.path));
  for (const { status } of underWrongTribe) expect([404, 409]).toContain(status);
  expect(await config()).toEqual(before);
});
