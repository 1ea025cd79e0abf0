import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { CaseClosed, CaseDecided } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { ChatModerated, MessageModerated } from '@tribus/proto/messaging/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const as = (actor: Actor) => bench.service.as(actor);
const posted = async (by: Actor, path: string, body: object) => {
  bench.clock.advance(1_000);
  const response = await as(by).post(path, body);
  if (response.status !== 201) throw new Error(`not written: ${JSON.stringify(response.body)}`);
  return response.body;
};
const write = (by: Actor, tribeId: number, content: string) => posted(by, `/tribes/${tribeId}/chat`, { content });
const send = (from: Actor, to: Actor, tribeId: number, content: string) =>
  posted(from, '/messages', { toUserId: to.id, tribeId, content });
const getReported = (actor: Actor, kind: 'chat' | 'direct', messageId: string) =>
  bench.rpc.getReportedMessage({ kind, messageId }, { actor });
const textsOf = (messages: readonly { content: string }[]) => messages.map(({ content }) => content);
const chatOf = async (actor: Actor, tribeId: number) =>
  textsOf((await as(actor).get(`/tribes/${tribeId}/chat`)).body.items);
const conversation = async (actor: Actor, other: Actor, tribeId: number) =>
  textsOf((await as(actor).get(`/messages/with/${other.id}?tribeId=${tribeId}`)).body.items);
const lastMessages = async (actor: Actor) =>
  (await as(actor).get('/messages/recent')).body.items.map(
    ({ lastMessage }: { lastMessage: { content: string } }) => lastMessage.content,
  );

/** Publishes a decision about a message; later decisions have greater ids. */
let decisions = 0;
const decided = (
  kind: CaseDecided['kind'],
  objectId: string,
  action: CaseDecided['action'],
  tribeId: number,
  objectRemoved = action === 'remove' || action === 'ban',
) => ({
  caseId: unique('caso'),
  decisionId: String(++decisions).padStart(8, '0'),
  kind,
  objectId,
  tribeId,
  authorId: '',
  action,
  reason: 'hate' as const,
  postKind: 'none' as const,
  decidedById: 'moderadora',
  wasHidden: false,
  objectRemoved,
});
const decide = (...about: Parameters<typeof decided>) => bench.publish(CaseDecided, decided(...about));

test('a reported chat message is returned with its context to readers of the chat only, regardless of blocks', async () => {
  const tribeId = bench.tribes.createTribe();
  const [leo, ana] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  const sent = [];
  for (let number = 1; number <= 13; number++) sent.push(await write(leo, tribeId, `m${number}`));
  const { id } = sent[6];
  bench.identity.block(ana.id, leo.id);
  for (const viewer of [ana, admin]) {
    const { before, message, after, ...rest } = await getReported(viewer, 'chat', id);
    expect([textsOf(before), message, textsOf(after)]).toEqual([
      ['m2', 'm3', 'm4', 'm5', 'm6'],
      { id, authorId: leo.id, content: 'm7', createdAt: sent[6].createdAt },
      ['m8', 'm9', 'm10', 'm11', 'm12'],
    ]);
    expect(rest.tribeId).toBe(tribeId);
  }
  const former = bench.tribes.addMember(tribeId);
  bench.tribes.removeMembership(tribeId, former);
  for (const outsider of [person(), former])
    await expect(getReported(outsider, 'chat', id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(getReported(ana, 'direct', id)).rejects.toMatchObject({ code: 'not_found' });
});

test('a reported direct message is returned to its sender and recipient only, also after one left the tribe', async () => {
  const tribeId = bench.tribes.createTribe();
  const [leo, ana, eva] = [1, 2, 3].map(() => bench.tribes.addMember(tribeId)) as [Actor, Actor, Actor];
  await send(ana, leo, tribeId, 'hola');
  await send(eva, leo, tribeId, 'de otra');
  const { id } = await send(leo, ana, tribeId, 'fea');
  bench.tribes.removeMembership(tribeId, ana);
  for (const one of [ana, leo]) {
    const { before, message, after } = await getReported(one, 'direct', id);
    expect([textsOf(before), message?.content, message?.authorId, after]).toEqual([['hola'], 'fea', leo.id, []]);
  }
  for (const other of [eva, admin, person()])
    await expect(getReported(other, 'direct', id)).rejects.toMatchObject({ code: 'not_found' });
});

test('a removed chat message is hidden from all, and restored when the decision is overturned', async () => {
  const tribeId = bench.tribes.createTribe();
  const [leo, ana] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  await write(ana, tribeId, 'uno');
  const { id } = await write(leo, tribeId, 'dos');
  const removal = await decide('chat_message', id, 'remove', tribeId);
  for (const viewer of [ana, leo, admin]) expect(await chatOf(viewer, tribeId)).toEqual(['uno']);
  const answered = await as(ana).post(`/tribes/${tribeId}/chat`, { content: '¿qué?', parentId: id });
  const liked = await as(ana).post(`/tribes/${tribeId}/chat/${id}/reaction`, { type: 'like' });
  expect([answered.status, liked.status]).toEqual([404, 404]);
  await expect(getReported(ana, 'chat', id)).rejects.toMatchObject({ code: 'not_found' });
  await decide('chat_message', id, 'overturn', tribeId);
  // A late event has no effect.
  await bench.redeliver(removal);
  expect(await chatOf(ana, tribeId)).toEqual(['uno', 'dos']);
  const emitted = (await bench.events(ChatModerated)).filter(({ messageId }) => messageId === id);
  expect(emitted.map(({ removed }) => removed)).toEqual([true, false]);
});

test('a message that another case removed is not restored when a decision about it is overturned', async () => {
  const tribeId = bench.tribes.createTribe();
  const [leo, ana] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  const { id } = await write(leo, tribeId, 'fea');
  const sent = await send(leo, ana, tribeId, 'fea también');
  await decide('chat_message', id, 'remove', tribeId);
  await decide('chat_message', id, 'overturn', tribeId, true);
  await decide('direct_message', sent.id, 'remove', tribeId);
  await decide('direct_message', sent.id, 'overturn', tribeId, true);
  expect(await chatOf(ana, tribeId)).toEqual([]);
  expect(await conversation(ana, leo, tribeId)).toEqual([]);
});

test('a decision to keep or to warn leaves the message unchanged', async () => {
  const tribeId = bench.tribes.createTribe();
  const leo = bench.tribes.addMember(tribeId);
  const { id } = await write(leo, tribeId, 'se queda');
  for (const action of ['keep', 'warn'] as const) await decide('chat_message', id, action, tribeId);
  await decide('post', id, 'remove', tribeId);
  expect(await chatOf(leo, tribeId)).toEqual(['se queda']);
});

test('a direct message is shown nowhere between its removal and its restoration', async () => {
  const tribeId = bench.tribes.createTribe();
  const [leo, ana] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  const unread = async () => (await bench.rpc.getUnreadCounts({ userIds: [ana.id] })).counts[0]?.messages;
  const notifications = async () => (await as(ana).get('/notifications')).body.items.length;
  const first = await send(leo, ana, tribeId, 'primera');
  const second = await send(leo, ana, tribeId, 'segunda');
  await bench.notified();
  expect(await notifications()).toBe(1);

  await decide('direct_message', second.id, 'remove', tribeId);
  expect([await lastMessages(ana), await lastMessages(leo), await unread()]).toEqual([['primera'], ['primera'], 1]);
  expect(await notifications()).toBe(1);
  await decide('direct_message', first.id, 'remove', tribeId);
  expect([await lastMessages(ana), await unread(), await notifications()]).toEqual([[], 0, 0]);
  expect(await conversation(ana, leo, tribeId)).toEqual([]);

  await decide('direct_message', second.id, 'overturn', tribeId);
  await decide('direct_message', first.id, 'overturn', tribeId);
  expect([await lastMessages(ana), await lastMessages(leo), await unread()]).toEqual([['segunda'], ['segunda'], 2]);
  expect(await conversation(leo, ana, tribeId)).toEqual(['primera', 'segunda']);
  const emitted = (await bench.events(MessageModerated)).filter(({ messageId }) => messageId === first.id);
  expect(emitted).toMatchObject([{ removed: true, fromUserId: leo.id, toUserId: ana.id, tribeId }, { removed: false }]);
});

test('the last message of a conversation is the newest visible one, also after a concurrent removal', async () => {
  const tribeId = bench.tribes.createTribe();
  const [leo, ana] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  for (let round = 0; round < 5; round++) {
    const { id } = await send(leo, ana, tribeId, `fea ${round}`);
    bench.clock.advance(1_000);
    await Promise.all([
      decide('direct_message', id, 'remove', tribeId),
      as(ana).post('/messages', { toUserId: leo.id, tribeId, content: `basta ${round}` }),
    ]);
    await bench.settled();
    expect(await lastMessages(ana)).toEqual([`basta ${round}`]);
  }
});

test('a removed message is deleted when its case is closed, or its author’s account deleted', async () => {
  const tribeId = bench.tribes.createTribe();
  const [leo, ana] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  const [chat, direct] = [await write(leo, tribeId, 'una'), await send(leo, ana, tribeId, 'otra')];
  const both = [
    ['chat_message', chat.id],
    ['direct_message', direct.id],
  ] as const;
  for (const [kind, id] of both) {
    await decide(kind, id, 'remove', tribeId);
    await bench.publish(CaseClosed, { caseId: unique('caso'), kind, objectId: id, tribeId, removed: true });
    // The message is deleted and cannot be restored.
    await decide(kind, id, 'overturn', tribeId);
  }
  expect([await chatOf(ana, tribeId), await conversation(ana, leo, tribeId)]).toEqual([[], []]);

  const eva = bench.tribes.addMember(tribeId);
  const remaining = await write(eva, tribeId, 'queda sin nombre');
  const removed = await write(eva, tribeId, 'no queda');
  await decide('chat_message', removed.id, 'remove', tribeId);
  await bench.publish(UserDeleted, { userId: eva.id });
  await decide('chat_message', removed.id, 'overturn', tribeId);
  expect(await chatOf(admin, tribeId)).toEqual([remaining.content]);
});
