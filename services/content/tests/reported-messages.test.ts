import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { CaseClosed, CaseDecided } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { type Bench, openBench, unknownId } from './bench.ts';
import { moderationOn, outcomeOf } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, resolve, caseIn } = moderationOn(() => bench);

const reportChat = (actor: Actor, messageId: string, more: object = {}) =>
  as(actor).post('/reports/chat', { messageId, reason: 'hate', ...more });
const reportDirect = (actor: Actor, messageId: string) =>
  as(actor).post('/reports/message', { messageId, reason: 'harassment' });

function tribeWithPeople() {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const [author, member] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  const around = {
    id: unknownId,
    authorId: member.id,
    content: '¿Quién viene?',
    createdAt: '2026-03-01T09:59:00.000Z',
  };
  return { tribeId, owner, author, member, around };
}

test('a reported chat message becomes a case for the moderators of its tribe, with the messages around it', async () => {
  const { tribeId, owner, author, member, around } = tribeWithPeople();
  const id = bench.messaging.addMessage('chat', author, {
    tribeId,
    viewers: [member, owner],
    content: 'Tú no',
    after: around,
  });
  expect(await reportChat(member, id, { reason: undefined })).toMatchObject({
    status: 400,
    body: { code: 'report_reason_required' },
  });
  expect(await reportChat(member, id)).toMatchObject({
    status: 201,
    body: { message: 'Reporte enviado correctamente' },
  });
  expect(outcomeOf(await reportChat(member, id))).toEqual({ status: 409, code: 'already_reported' });
  expect(outcomeOf(await reportChat(author, id))).toEqual({ status: 400, code: 'report_own' });
  const found = await caseIn(tribeId, owner);
  expect(found).toMatchObject({ kind: 'chat_message', objectId: id, text: 'Tú no', postId: null });
  const detail = (await as(owner).get(`/reports/${found.id}`)).body;
  expect(detail.actions).toEqual(['keep', 'warn', 'remove', 'ban']);
  expect(detail.before).toMatchObject([{ kind: 'message', text: '¿Quién viene?', author: { id: member.id } }]);
  expect(outcomeOf(await resolve(owner, found.id, 'hide'))).toEqual({ status: 400, code: 'action_impossible' });
  expect(outcomeOf(await resolve(owner, found.id, 'remove'))).toMatchObject({ status: 200 });
  expect(await bench.eventsOf(CaseDecided, tribeId)).toMatchObject([
    { kind: 'chat_message', objectId: id, authorId: author.id, action: 'remove', wasHidden: false },
  ]);
});

test('the author of a removed message sees the reason, and an appeal restores it or closes its case', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const ids = ['uno', 'dos'].map((content) =>
    bench.messaging.addMessage('chat', author, { tribeId, viewers: [member], content }),
  );
  const cases: string[] = [];
  for (const id of ids) {
    await reportChat(member, id);
    const found = await caseIn(tribeId, owner);
    cases.push(found.id);
    await resolve(owner, found.id, 'remove', { message: 'Así no.' });
    const { body } = await as(author).get(`/reports/decisions/${found.id}`);
    expect(body).toMatchObject({ kind: 'chat_message', decisions: [{ action: 'remove', message: 'Así no.' }] });
    await as(author).post(`/reports/decisions/${found.id}/appeal`, { text: 'No iba por ti' });
    expect((await as(owner).get(`/tribes/${tribeId}/reports`)).body.items).toHaveLength(1);
    await resolve(admin, found.id, id === ids[0] ? 'overturn' : 'uphold');
  }
  const closed = await bench.eventsOf(CaseClosed, tribeId);
  expect(closed.map(({ caseId, objectId, removed }) => [caseId, objectId, removed])).toEqual([
    [cases[0], ids[0], false],
    [cases[1], ids[1], true],
  ]);
});

test('only site admins see the case, text and decision of a direct message, not the moderators of its tribe', async () => {
  const { tribeId, owner, author, member, around } = tribeWithPeople();
  const id = bench.messaging.addMessage('direct', author, {
    tribeId,
    viewers: [member],
    content: 'Ya verás',
    after: around,
  });
  expect(outcomeOf(await reportDirect(member, id))).toMatchObject({ status: 201 });
  const listed = (await as(admin).get(`/admin/reports?kind=direct_message&tribeId=${tribeId}`)).body.items;
  expect(listed).toMatchObject([{ objectId: id, text: 'Ya verás', author: { id: author.id } }]);
  const [{ id: caseId }] = listed;
  const reads = () => [
    as(owner).get(`/reports/${caseId}`),
    as(owner).get(`/tribes/${tribeId}/reports`),
    as(owner).get(`/tribes/${tribeId}/reports?status=decided`),
    as(owner).get(`/tribes/${tribeId}/reports/log`),
    as(member).get(`/reports/${caseId}`),
    as(member).get('/reports/mine'),
  ];
  const seen = async () => JSON.stringify((await Promise.all(reads())).map(({ body }) => body));
  expect(await seen()).not.toMatch(/Ya verás|Quién viene/);
  expect(outcomeOf(await resolve(owner, caseId, 'keep'))).toMatchObject({ status: 404 });
  expect((await as(admin).get(`/reports/${caseId}`)).body.before).toMatchObject([{ text: '¿Quién viene?' }]);
  expect(outcomeOf(await resolve(userActor('admin-2', { role: 'admin' }), caseId, 'remove'))).toMatchObject({
    status: 200,
  });
  expect(await seen()).not.toMatch(/Ya verás|Quién viene|direct_message","postKind":null,"action/);
});

test('a message that the reporter cannot read cannot be reported, at either address', async () => {
  const { tribeId, author, member } = tribeWithPeople();
  const chat = bench.messaging.addMessage('chat', author, { tribeId, viewers: [member], content: 'x' });
  const direct = bench.messaging.addMessage('direct', author, { tribeId, viewers: [member], content: 'x' });
  const outsider = person();
  const responses = await Promise.all([
    reportChat(outsider, chat),
    reportDirect(outsider, direct),
    reportDirect(admin, direct),
    reportChat(member, direct),
    reportDirect(member, chat),
    reportChat(member, 'nada'),
  ]);
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404));
});

test('a message that outlives its author’s account can be judged and reported, without texts of deleted users around it', async () => {
  const { tribeId, owner, author, member, around } = tribeWithPeople();
  const neighbour = { ...around, authorId: person().id };
  const add = (content: string) =>
    bench.messaging.addMessage('chat', author, { tribeId, viewers: [member, owner], content, after: neighbour });
  const [before, after] = [add('Dicho antes'), add('Dicho también')];
  await reportChat(member, before);
  const { id } = await caseIn(tribeId, owner);
  const readCase = async (caseId: string) => (await as(owner).get(`/reports/${caseId}`)).body;
  expect((await readCase(id)).before).toMatchObject([{ text: '¿Quién viene?' }]);
  for (const userId of [author.id, neighbour.authorId]) await bench.publish(UserDeleted, { userId });
  await until(async () => {
    const { author: shown, before: texts } = await readCase(id);
    return shown === null && texts.length === 0;
  }, 'the author and the text before are removed');
  const judged = { status: 'open', author: null, actions: ['keep', 'remove'], before: [] };
  expect(await readCase(id)).toMatchObject({ ...judged, text: 'Dicho antes' });
  expect((await resolve(owner, id, 'remove')).status).toBe(200);
  expect((await reportChat(member, after)).status).toBe(201);
  const { id: next } = await caseIn(tribeId, owner);
  expect(await readCase(next)).toMatchObject({ ...judged, text: 'Dicho también' });
});
