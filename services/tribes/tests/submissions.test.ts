import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import { type Actor, serviceActor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { MemberLevelChanged, SubmissionQueueChanged, SubmissionReviewed } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';
import { marker, setUpLevels } from './level-bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const minute = 60_000;
const right = { answers: [1, 0, 2] };
const levelChangesOf = async (userId: string) =>
  (await bench.events(MemberLevelChanged)).filter((event) => event.userId === userId);

test('a quiz is graded at once, returns the wrong answers, and raises by one level when passed', async () => {
  const { ana, tribeId, addQuiz, submit, progress, levelOrderOf } = await setUpLevels(bench);
  const quiz = await addQuiz();
  const failed = await submit(ana, quiz, { answers: [1, 1, 2] });
  expect(failed.body).toMatchObject({
    levelTo: null,
    submission: { score: 67, status: 'rejected', wrong: [1], challenge: { id: quiz, level: { order: 2 } } },
  });
  expect(await progress(ana)).toMatchObject({
    next: { order: 2, required: 1, passed: 0 },
    challenges: [{ challengeId: quiz, state: 'rejected', wrong: [1], retryAt: expect.any(String) }],
  });
  bench.clock.advance(minute);
  const passed = await submit(ana, quiz, right);
  expect(passed.body).toMatchObject({ levelTo: 2, submission: { score: 100, status: 'approved', wrong: [] } });
  expect(await levelOrderOf(ana)).toBe(2);
  expect(await levelChangesOf(ana.id)).toEqual([
    { tribeId, userId: ana.id, levelOrder: 2, previousLevelOrder: 1, cause: 'challenges' },
  ]);
  const { challenges, lastSubs, next } = await progress(ana);
  expect(challenges).toMatchObject([{ state: 'passed', score: 100, retryAt: null }]);
  expect(lastSubs.map(({ status }: { status: string }) => status)).toEqual(['approved', 'rejected']);
  expect(next).toMatchObject({ order: 3, required: 0 });
  bench.clock.advance(minute);
  expect((await submit(ana, quiz, right)).body.code).toBe('challenge_passed');
});

test("moderators earn no points by their tribe's challenges, which they create and review themselves", async () => {
  const { ana, leo, owner, tribeId, as, path, addQuiz, addManual, submit, review } = await setUpLevels(bench);
  await as(owner).put(path(`members/${leo.id}/role`), { role: 'officer' });
  const [quiz, manual] = [await addQuiz(), await addManual()];
  for (const actor of [owner, leo, ana]) await submit(actor, quiz, right);
  const { id } = (await submit(leo, manual, { text: 'Hecho' })).body.submission;
  await review(owner, id, { action: 'approve' });
  const emitted = (await bench.events(SubmissionReviewed)).filter((event) => event.tribeId === tribeId);
  expect(emitted.map(({ userId, points }) => [userId, points])).toEqual([
    [owner.id, 0],
    [leo.id, 0],
    [ana.id, 10],
    [leo.id, 0],
  ]);
});

test('a quiz is attempted once a minute, also concurrently', async () => {
  const { ana, leo, addQuiz, submit } = await setUpLevels(bench);
  const quiz = await addQuiz();
  const tries = await Promise.all(Array.from({ length: 8 }, () => submit(ana, quiz, { answers: [0, 0, 0] })));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  const [late] = tries.filter(({ status }) => status === 429);
  expect(late?.body.code).toBe('quiz_pause');
  expect(late?.headers.get('retry-after')).toBe('60');
  expect((await submit(leo, quiz, { answers: [0, 0, 0] })).status).toBe(200);
  bench.clock.advance(minute - 1);
  expect((await submit(ana, quiz, right)).status).toBe(429);
  bench.clock.advance(1);
  expect((await submit(ana, quiz, right)).body.levelTo).toBe(2);
});

test('a level needs all its challenges passed with the minimum score; a level without challenges is not reached', async () => {
  const { ana, owner, addQuiz, addManual, submit, review, levelOrderOf } = await setUpLevels(bench);
  const [quiz, manual] = [await addQuiz(), await addManual(2, { maxScore: 50 })];
  await submit(ana, quiz, right);
  expect(await levelOrderOf(ana)).toBe(1);
  const weak = (await submit(ana, manual, { text: 'Lo hice' })).body.submission;
  const low = (await review(owner, weak.id, { action: 'approve', score: 34 })).body;
  expect(low).toMatchObject({ status: 'approved', score: 34, passed: false });
  expect(await levelOrderOf(ana)).toBe(1);
  const better = (await submit(ana, manual, { text: 'Lo hice mejor' })).body.submission;
  expect((await review(owner, better.id, { action: 'approve', score: 35 })).body.passed).toBe(true);
  expect(await levelOrderOf(ana)).toBe(2);
});

test('challenges beyond the next level are closed', async () => {
  const { ana, addQuiz, submit } = await setUpLevels(bench);
  const [second, third] = [await addQuiz(2), await addQuiz(3)];
  expect((await submit(ana, third, right)).body.code).toBe('level_not_open');
  await submit(ana, second, right);
  expect((await submit(ana, third, right)).body.levelTo).toBe(3);
});

test('a manual challenge has one pending submission per member, and reviewers are notified', async () => {
  const { ana, owner, tribeId, addManual, submit, pending, progress } = await setUpLevels(bench);
  const manual = await addManual(2, { prompt: 'Enciende un fuego' });
  const sent = await Promise.all(
    Array.from({ length: 5 }, () => submit(ana, manual, { text: ` ${marker} `, hint: 'Mira el humo' })),
  );
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect((await bench.events(SubmissionQueueChanged)).filter((event) => event.tribeId === tribeId)).toEqual([
    { tribeId, waiting: 1, added: true, authorId: ana.id },
  ]);
  const { items, nextCursor } = await pending();
  expect(nextCursor).toBeNull();
  expect(items).toMatchObject([
    {
      user: { id: ana.id },
      challenge: { id: manual, prompt: 'Enciende un fuego', minScore: 70, level: { order: 2, name: 'Junior' } },
      text: marker,
      hint: 'Mira el humo',
      score: null,
      status: 'pending',
      decidedBy: null,
      canReopen: false,
      isOwn: false,
    },
  ]);
  expect(await progress(ana)).toMatchObject({ challenges: [{ state: 'pending' }], lastSubs: [{ status: 'pending' }] });
  expect((await submit(ana, manual, { text: ' ' })).body.code).toBe('submission_empty');
  expect((await submit(ana, manual, { answers: [1] })).body.code).toBe('submission_wrong_type');
  expect((await submit(owner, manual, { text: 'Yo también' })).status).toBe(200);
});

test('a member rises when the only missing challenge is deleted or the minimum is lowered', async () => {
  const { ana, leo, owner, as, path, levelOf, addQuiz, addManual, submit, review, levelOrderOf } =
    await setUpLevels(bench);
  const [quiz, manual] = [await addQuiz(), await addManual()];
  for (const actor of [ana, leo]) await submit(actor, quiz, right);
  const { id } = (await submit(leo, manual, { text: 'Casi' })).body.submission;
  await review(owner, id, { action: 'approve', score: 60 });
  await as(owner).put(path(`levels/${levelOf(2)}`), { minScore: 60 });
  expect([await levelOrderOf(ana), await levelOrderOf(leo)]).toEqual([1, 2]);
  await as(owner).delete(path(`challenges/${manual}`));
  expect([await levelOrderOf(ana), await levelOrderOf(leo)]).toEqual([2, 2]);
});

test('a repeated request creates one submission', async () => {
  const { ana, addManual, addQuiz, submit, progress } = await setUpLevels(bench);
  const [manual, quiz] = [await addManual(), await addQuiz()];
  for (const [challenge, body] of [
    [manual, { text: 'Listo' }],
    [quiz, { answers: [0, 0, 0] }],
  ] as const) {
    const key = { 'idempotency-key': `once-${challenge}` };
    const [one, two] = [await submit(ana, challenge, body, key), await submit(ana, challenge, body, key)];
    expect([one.status, two.body]).toEqual([200, one.body]);
  }
  expect((await progress(ana)).lastSubs).toHaveLength(2);
});

test('a picture has a signed URL for its sender and reviewers, and is deleted with the submission', async () => {
  const { ana, owner, as, path, addManual, submit, pending, progress } = await setUpLevels(bench);
  const manual = await addManual();
  const form = () => {
    const body = new FormData();
    body.append('text', 'Mirad');
    body.append('file', new Blob([new Uint8Array(900)]), 'fuego.jpg');
    return body;
  };
  const send = (actor = ana) => as(actor).post(path(`challenges/${manual}/submit/file`), form());
  const { status, body } = await send();
  const upload = bench.media.uploads.at(-1);
  expect([status, upload]).toMatchObject([200, { purpose: 'submission', visibility: 'signed', ownerId: ana.id }]);
  expect(body.submission.imageUrl).toMatch(/&sig=/);
  expect((await pending()).items[0].imageUrl).toMatch(/&sig=/);
  const key = upload?.key ?? '';
  await until(() => bench.media.retained.includes(key), 'media keeps it');
  expect((await send()).body.code).toBe('already_submitted');
  expect(bench.media.left(ana)).toEqual([key]);
  expect((await send(person())).body.code).toBe('membership_required');
  await as(owner).delete(path(`challenges/${manual}`));
  await until(() => bench.media.deleted.includes(key), 'media deleted it');
  expect((await progress(ana)).lastSubs).toEqual([]);
  expect((await submit(ana, manual, { text: 'Tarde' })).status).toBe(404);
});

test('a document has name, size and signed URL for its sender and reviewers, and is deleted with the submission', async () => {
  const { ana, leo, owner, as, path, addManual, review, pending, decided, progress } = await setUpLevels(bench);
  const manual = await addManual();
  const send = (actor: Actor, name: string, headers = {}) => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(900)]), name);
    return as(actor).post(path(`challenges/${manual}/submit/file`), body, headers);
  };
  bench.media.refusal = fail('unsupported_media_type');
  expect((await send(ana, 'mapa.pdf')).status).toBe(415);
  bench.media.refusal = undefined;
  expect((await progress(ana)).lastSubs).toEqual([]);
  bench.media.contentType = 'application/pdf';
  const key = { 'idempotency-key': 'un-mapa' };
  const answers = [await send(ana, '../mapa.exe', key), await send(ana, '../mapa.exe', key)];
  bench.media.contentType = 'image/webp';
  const file = { name: 'mapa.exe.pdf', contentType: 'application/pdf', sizeBytes: 900 };
  for (const { status, body } of answers)
    expect([status, body.submission]).toMatchObject([200, { imageUrl: null, file }]);
  const storedKeys = bench.media.left(ana);
  expect(storedKeys).toHaveLength(1);
  await until(() => storedKeys.every((each) => bench.media.retained.includes(each)), 'media keeps it');
  const [waiting] = (await pending()).items;
  expect(waiting).toMatchObject({ imageUrl: null, imageLqip: null, file });
  expect(waiting.file.url).toMatch(/&sig=/);
  await review(owner, waiting.id, { action: 'approve' });
  expect((await decided()).items[0].file).toMatchObject(file);
  for (const other of [leo, person()]) {
    expect((await as(other).get(path('submissions/pending'))).status).toBe(403);
    expect(JSON.stringify((await as(other).get(path('progress'))).body)).not.toContain('mapa');
  }
  const about = { userId: ana.id, area: 'submissions', cursor: '' };
  const { records } = await bench.rpc.exportPersonalData(about, { actor: serviceActor('identity') });
  expect(JSON.parse(records[0] ?? '').file).toEqual({ key: storedKeys[0], name: file.name });
  await bench.publish(UserDeleted, { userId: ana.id });
  await until(() => storedKeys.every((each) => bench.media.deleted.includes(each)), 'media deleted it');
});

test('a file lost by media is marked as lost for its sender and reviewers', async () => {
  const { ana, owner, as, path, addManual, pending, progress } = await setUpLevels(bench);
  const manual = await addManual();
  const body = new FormData();
  body.append('text', 'Mirad');
  body.append('file', new Blob([new Uint8Array(900)]), 'fuego.jpg');
  bench.media.keepingRefused = Number.POSITIVE_INFINITY;
  const sent = await as(ana).post(path(`challenges/${manual}/submit/file`), body);
  expect(sent.body.submission.attachmentLost).toBe(false);
  const key = bench.media.uploads.at(-1)?.key ?? '';
  bench.media.swept.set(key, 0);
  bench.media.keepingRefused = 0;
  await until(async () => (await pending()).items[0].attachmentLost, 'it is marked as lost');
  const lost = { text: 'Mirad', imageUrl: null, imageLqip: null, file: null, attachmentLost: true };
  for (const shown of [(await pending()).items[0], (await progress(ana)).lastSubs[0]])
    expect(shown).toMatchObject(lost);
  const about = { userId: ana.id, area: 'submissions', cursor: '' };
  const { records } = await bench.rpc.exportPersonalData(about, { actor: serviceActor('identity') });
  expect(JSON.parse(records[0] ?? '').file).toBeNull();
  const warning = () => bench.service.logged.find((line) => line.includes('lost') && line.includes(key));
  await until(() => warning() !== undefined, 'operators are warned');
  expect(JSON.parse(warning() ?? '')).toMatchObject({ level: 40, kind: 'attachment', userId: ana.id, keys: [key] });
  expect((await as(owner).delete(path(`challenges/${manual}`))).status).toBe(200);
  await until(() => bench.media.deleted.includes(key), 'media deleted it');
  expect(bench.media.swept.get(key)).toBe(1);
});

test('a member who rejoins starts anew without pending submissions, and a deleted account leaves no name', async () => {
  const { ana, leo, owner, tribeId, as, path, addManual, addQuiz, submit, review, progress, pending, decided } =
    await setUpLevels(bench);
  const [quiz, manual] = [await addQuiz(), await addManual(1)];
  await submit(ana, quiz, right);
  await submit(ana, manual, { text: marker });
  await as(ana).post(path('leave'));
  expect((await pending()).items).toEqual([]);
  expect((await bench.events(SubmissionQueueChanged)).at(-1)).toMatchObject({ tribeId, added: false });
  await bench.join(tribeId, ana);
  expect(await progress(ana)).toMatchObject({ member: { levelOrder: 1 }, challenges: [], lastSubs: [] });
  expect((await submit(ana, quiz, right)).body.code).toBe('quiz_pause');
  bench.clock.advance(minute);
  expect((await submit(ana, quiz, right)).body.levelTo).toBe(2);

  const { id } = (await submit(leo, manual, { text: marker })).body.submission;
  await review(owner, id, { action: 'approve' });
  await bench.removeUser(owner);
  const asAdmin = await as(admin).get(path('submissions/decided'));
  expect(asAdmin.body.items).toMatchObject([{ id, decidedBy: null }]);
  await submit(leo, quiz, { answers: [0, 0, 0] });
  await bench.removeUser(leo);
  expect(await bench.sql('select * from quiz_attempts where user_id = $1', [leo.id])).toEqual([]);
  expect((await as(admin).get(path('submissions/decided'))).body.items).toEqual([]);
  expect((await decided()).code).toBeDefined();
});

test("a data export contains the user's submissions without the reviewers", async () => {
  const { ana, owner, tribeId, addManual, submit, review } = await setUpLevels(bench);
  const manual = await addManual();
  const { id } = (await submit(ana, manual, { text: marker })).body.submission;
  await review(owner, id, { action: 'approve', note: 'Bien' });
  const about = { userId: ana.id, area: 'submissions', cursor: '' };
  await expect(bench.rpc.exportPersonalData(about)).rejects.toMatchObject({ code: 'forbidden' });
  const { records } = await bench.rpc.exportPersonalData(about, { actor: serviceActor('identity') });
  expect(records.map((record) => JSON.parse(record))).toMatchObject([
    {
      id,
      tribeId,
      challenge: { title: 'Enciende', level: 2 },
      text: marker,
      status: 'approved',
      score: 100,
      note: 'Bien',
    },
  ]);
  expect(records.join()).not.toContain(owner.id);
});
