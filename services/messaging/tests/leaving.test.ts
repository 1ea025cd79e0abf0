import { afterAll, beforeAll, expect, test } from '@jest/globals';
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
import { openStage, person, type Stage } from './bench.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage.close(), 60_000);

const told = async (actor: Actor) => (await stage.service.as(actor).get('/notifications')).body.items;
const types = async (actor: Actor) => (await told(actor)).map(({ type }: { type: string }) => type);
const unseen = async (actor: Actor) => (await stage.service.as(actor).get('/notifications/count')).body.count;
const recent = async (actor: Actor) => (await stage.service.as(actor).get('/messages/recent')).body.items;
const waiting = async ({ id }: Actor) => (await stage.rpc.getUnreadCounts({ userIds: [id] })).counts[0];

const leave = async (tribeId: number, actor: Actor) => {
  stage.tribes.unseat(tribeId, actor);
  await stage.mention(MemberLeft, { tribeId, userId: actor.id, reason: 'left' });
};

test('who left a private tribe is told nothing of it any more: no notice, no number, no conversation', async () => {
  const owner = person();
  const id = stage.found(owner, { isPrivate: true });
  const kept = stage.found(owner);
  const [ana, leo] = [stage.member(id), stage.member(id)];
  stage.tribes.membership(kept, ana);
  stage.tribes.membership(kept, leo);
  stage.identity.followers.set(leo.id, [ana.id]);
  const { id: askerId } = ana;
  const request = { tribeId: id, tribeName: `Tribu ${id}`, userId: askerId };
  await stage.say(JoinResolved, { ...request, status: 'approved', resolvedById: owner.id });
  const publish = (tribeId: number) =>
    stage.say(PostPublished, PostPublished.fromPartial({ tribeId, postId: `p${tribeId}`, authorId: leo.id }));
  for (const tribeId of [id, kept]) {
    await publish(tribeId);
    stage.clock.advance(1_000);
    await stage.service.as(leo).post('/messages', { toUserId: ana.id, tribeId, content: `en ${tribeId}` });
  }
  await until(async () => (await told(ana)).length === 5, 'she is told of all');
  expect([await unseen(ana), (await recent(ana)).length]).toEqual([5, 2]);
  expect(await waiting(ana)).toEqual({ userId: ana.id, notifications: 5, messages: 2 });

  // Nobody says so: what is remembered of a membership is believed for three seconds.
  stage.tribes.unseat(id, ana);
  await until(async () => (await told(ana)).length === 3, 'what is of the tribe is gone');
  // That she was let in once is hers to know.
  expect((await types(ana)).toSorted()).toEqual(['follow_post', 'join_request_result', 'message']);
  expect(await unseen(ana)).toBe(3);
  expect(await recent(ana)).toMatchObject([{ tribe: { id: kept } }]);
  expect(await recent(ana)).toHaveLength(1);
  expect(await waiting(ana)).toEqual({ userId: ana.id, notifications: 3, messages: 1 });
  const left = JSON.stringify([await told(ana), await recent(ana)]);
  expect(left).not.toContain(`en ${id}`);
  expect(left).not.toContain(`p${id}`);
});

test('a full page of conversations is of tribes that are still open to the reader', async () => {
  const [gone, kept] = [stage.found(), stage.found()];
  const ana = stage.member(kept);
  stage.tribes.membership(gone, ana);
  const write = async (tribeId: number) => {
    stage.clock.advance(1_000);
    const from = stage.member(tribeId);
    const sent = await stage.service.as(from).post('/messages', { toUserId: ana.id, tribeId, content: 'hola' });
    expect(sent.status).toBe(201);
  };
  await write(kept);
  for (let count = 0; count < 3; count++) await write(gone);
  await leave(gone, ana);
  const page = async () => (await stage.service.as(ana).get('/messages/recent?limit=2')).body.items;
  await until(async () => (await page()).length === 1, 'only what is open is listed');
  expect(await page()).toMatchObject([{ tribe: { id: kept } }]);
});

test('who looks after the tribe no more is not shown who asks to join', async () => {
  const owner = person();
  const id = stage.found(owner, { isPrivate: true });
  const officer = stage.member(id, { role: 'officer' });
  await stage.say(JoinRequested, { tribeId: id, tribeName: 'x', userId: person().id });
  expect([await types(officer), await unseen(officer)]).toEqual([['join_request'], 1]);
  stage.tribes.membership(id, officer);
  const role = { role: 'member', previousRole: 'officer' };
  await stage.mention(MemberRoleChanged, { tribeId: id, userId: officer.id, ...role });
  await until(async () => (await told(officer)).length === 0, 'it is not shown');
  expect(await unseen(officer)).toBe(0);
  expect(await types(owner)).toEqual(['join_request']);
});

test('a notice of a post that got a level is not shown to who has sunk below it', async () => {
  const id = stage.found();
  const author = stage.member(id, { levelOrder: 3 });
  const reader = stage.member(id, { levelOrder: 3 });
  stage.identity.followers.set(author.id, [reader.id]);
  const post = { tribeId: id, postId: 'alta', authorId: author.id, minLevelOrder: 3 };
  await stage.say(PostPublished, PostPublished.fromPartial({ ...post, minLevelOrder: 1 }));
  await stage.say(PostEdited, PostEdited.fromPartial(post));
  expect([await types(reader), await unseen(reader)]).toEqual([['follow_post'], 1]);
  stage.tribes.membership(id, reader, { levelOrder: 2 });
  const level = { levelOrder: 2, previousLevelOrder: 3 };
  await stage.mention(MemberLevelChanged, { tribeId: id, userId: reader.id, ...level });
  await until(async () => (await told(reader)).length === 0, 'it is not shown');
  expect(await unseen(reader)).toBe(0);
});

test('what is said of a notice names those who may get it when it is delivered', async () => {
  const owner = person();
  const id = stage.found(owner);
  await stage.say(JoinRequested, { tribeId: id, tribeName: 'x', userId: person().id });
  const raised = () => stage.heard(NotificationRaised).filter(({ userId }) => userId === owner.id);
  await until(() => raised().length > 0, 'it is said');
  expect(raised()).toMatchObject([{ type: 'join_request', tribeId: id, audience: 'moderators' }]);
});

test('a site admin who is no member has no conversations there', async () => {
  const id = stage.found();
  const [boss, ana] = [stage.member(id), stage.member(id)];
  await stage.service.as(ana).post('/messages', { toUserId: boss.id, tribeId: id, content: 'hola' });
  const asAdmin = userActor(boss.id, { role: 'admin' });
  expect(await recent(asAdmin)).toHaveLength(1);
  await leave(id, boss);
  await until(async () => (await recent(asAdmin)).length === 0, 'it is gone');
});
