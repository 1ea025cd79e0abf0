import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/runtime/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PostEdited, PostPublished } from '@tribus/proto/content/v1/events.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import {
  JoinRequested,
  JoinResolved,
  MemberLeft,
  MemberLevelChanged,
  MemberRoleChanged,
} from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
}, 60_000);
afterAll(() => bench.close(), 60_000);

const notificationsOf = async (actor: Actor) => (await bench.service.as(actor).get('/notifications')).body.items;
const types = async (actor: Actor) => (await notificationsOf(actor)).map(({ type }: { type: string }) => type);
const unseen = async (actor: Actor) => (await bench.service.as(actor).get('/notifications/count')).body.count;
const recent = async (actor: Actor) => (await bench.service.as(actor).get('/messages/recent')).body.items;
const waiting = async ({ id }: Actor) => (await bench.rpc.getUnreadCounts({ userIds: [id] })).counts[0];

const leave = async (tribeId: number, actor: Actor) => {
  bench.tribes.removeMembership(tribeId, actor);
  await bench.publishOnly(MemberLeft, { tribeId, userId: actor.id, reason: 'left' });
};

test('who left a private tribe is told nothing of it any more: no notification, no number, no conversation', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner, { isPrivate: true });
  const kept = bench.tribes.createTribe(owner);
  const [ana, leo] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  bench.tribes.setMembership(kept, ana);
  bench.tribes.setMembership(kept, leo);
  bench.identity.followers.set(leo.id, [ana.id]);
  const { id: askerId } = ana;
  const request = { tribeId: id, tribeName: `Tribu ${id}`, userId: askerId };
  await bench.publish(JoinResolved, { ...request, status: 'approved', resolvedById: owner.id });
  const publish = (tribeId: number) =>
    bench.publish(PostPublished, PostPublished.fromPartial({ tribeId, postId: `p${tribeId}`, authorId: leo.id }));
  for (const tribeId of [id, kept]) {
    await publish(tribeId);
    bench.clock.advance(1_000);
    await bench.service.as(leo).post('/messages', { toUserId: ana.id, tribeId, content: `en ${tribeId}` });
  }
  await until(async () => (await notificationsOf(ana)).length === 5, 'she is told of all');
  expect([await unseen(ana), (await recent(ana)).length]).toEqual([5, 2]);
  expect(await waiting(ana)).toEqual({ userId: ana.id, notifications: 5, messages: 2 });

  // Nobody says so: what is remembered of a membership is believed for three seconds.
  bench.tribes.removeMembership(id, ana);
  await until(async () => (await notificationsOf(ana)).length === 3, 'what is of the tribe is gone');
  // That she was let in once is hers to know.
  expect((await types(ana)).toSorted()).toEqual(['follow_post', 'join_request_result', 'message']);
  expect(await unseen(ana)).toBe(3);
  expect(await recent(ana)).toMatchObject([{ tribe: { id: kept } }]);
  expect(await recent(ana)).toHaveLength(1);
  expect(await waiting(ana)).toEqual({ userId: ana.id, notifications: 3, messages: 1 });
  const left = JSON.stringify([await notificationsOf(ana), await recent(ana)]);
  expect(left).not.toContain(`en ${id}`);
  expect(left).not.toContain(`p${id}`);
});

test('a full page of conversations is of tribes that are still open to the reader', async () => {
  const [gone, kept] = [bench.tribes.createTribe(), bench.tribes.createTribe()];
  const ana = bench.tribes.addMember(kept);
  bench.tribes.setMembership(gone, ana);
  const write = async (tribeId: number) => {
    bench.clock.advance(1_000);
    const from = bench.tribes.addMember(tribeId);
    const sent = await bench.service.as(from).post('/messages', { toUserId: ana.id, tribeId, content: 'hola' });
    expect(sent.status).toBe(201);
  };
  await write(kept);
  for (let count = 0; count < 3; count++) await write(gone);
  await leave(gone, ana);
  const page = async () => (await bench.service.as(ana).get('/messages/recent?limit=2')).body.items;
  await until(async () => (await page()).length === 1, 'only what is open is listed');
  expect(await page()).toMatchObject([{ tribe: { id: kept } }]);
});

test('who looks after the tribe no more is not shown who asks to join', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner, { isPrivate: true });
  const officer = bench.tribes.addMember(id, { role: 'officer' });
  await bench.publish(JoinRequested, { tribeId: id, tribeName: 'x', userId: person().id });
  expect([await types(officer), await unseen(officer)]).toEqual([['join_request'], 1]);
  bench.tribes.setMembership(id, officer);
  const role = { role: 'member', previousRole: 'officer' } as const;
  await bench.publishOnly(MemberRoleChanged, { tribeId: id, userId: officer.id, ...role });
  await until(async () => (await notificationsOf(officer)).length === 0, 'it is not shown');
  expect(await unseen(officer)).toBe(0);
  expect(await types(owner)).toEqual(['join_request']);
});

test('a notification of a post that got a level is not shown to who has sunk below it', async () => {
  const id = bench.tribes.createTribe();
  const author = bench.tribes.addMember(id, { levelOrder: 3 });
  const reader = bench.tribes.addMember(id, { levelOrder: 3 });
  bench.identity.followers.set(author.id, [reader.id]);
  const post = { tribeId: id, postId: 'alta', authorId: author.id, minLevelOrder: 3 };
  await bench.publish(PostPublished, PostPublished.fromPartial({ ...post, minLevelOrder: 1 }));
  await bench.publish(PostEdited, PostEdited.fromPartial(post));
  expect([await types(reader), await unseen(reader)]).toEqual([['follow_post'], 1]);
  bench.tribes.setMembership(id, reader, { levelOrder: 2 });
  const level = { levelOrder: 2, previousLevelOrder: 3 };
  await bench.publishOnly(MemberLevelChanged, { tribeId: id, userId: reader.id, ...level });
  await until(async () => (await notificationsOf(reader)).length === 0, 'it is not shown');
  expect(await unseen(reader)).toBe(0);
});

test('what is said of a notice names those who may get it when it is delivered', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  await bench.publish(JoinRequested, { tribeId: id, tribeName: 'x', userId: person().id });
  const raised = () => bench.received(NotificationRaised).filter(({ userId }) => userId === owner.id);
  await until(() => raised().length > 0, 'it is said');
  expect(raised()).toMatchObject([{ type: 'join_request', tribeId: id, audience: 'moderators' }]);
});

test('a site admin who is no member has no conversations there', async () => {
  const id = bench.tribes.createTribe();
  const [boss, ana] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  await bench.service.as(ana).post('/messages', { toUserId: boss.id, tribeId: id, content: 'hola' });
  const asAdmin = userActor(boss.id, { role: 'admin' });
  expect(await recent(asAdmin)).toHaveLength(1);
  await leave(id, boss);
  await until(async () => (await recent(asAdmin)).length === 0, 'it is gone');
});
