import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import type { EventType } from '@tribus/kit/events/events.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { CaseQueueChanged, SiteCaseQueueChanged } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { MemberJoined, MemberLeft, MemberRestricted, MemberRoleChanged } from '@tribus/proto/tribes/v1/events.ts';
import { sql } from 'kysely';
import { countedUsersMax } from '../limits.ts';
import { listQueues } from '../src/case-queue.ts';
import { Cases, waitingStatuses } from '../src/store/cases.ts';
import { WaitingCases } from '../src/store/waiting-cases.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, resolve, caseIn } = moderationOn(() => bench);

/** A post reported by a member. */
async function scene() {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const [author, member] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  const reporter = bench.tribes.addMember(tribeId);
  const post = await bench.publishPost(author, tribeId);
  await report(reporter, post.id);
  return { tribeId, owner, author, member, reporter, post, found: await caseIn(tribeId, owner) };
}

/** The number of waiting cases of a tribe, or of the site for 0, for each of these users. */
async function waitingFor(tribeId: number, ...users: readonly Actor[]): Promise<number[]> {
  const { counts } = await bench.rpc.countWaitingCases({ tribeId, userIds: users.map(({ id }) => id) });
  expect(counts.map(({ userId }) => userId)).toEqual(users.map(({ id }) => id));
  return counts.map(({ waiting }) => waiting);
}

test('opening, deciding and appealing a case is emitted, and all are counted, also with concurrent decisions', async () => {
  const { tribeId, owner, author, member, found, post } = await scene();
  await report(bench.tribes.addMember(tribeId), post.id);
  const emitted = async () => (await bench.eventsOf(CaseQueueChanged, tribeId)).map(({ added }) => added);
  const waiting = async () => (await waitingFor(tribeId, owner))[0];
  expect([await emitted(), await waiting()]).toEqual([[true], 1]);
  const posts = await Promise.all([1, 2, 3].map(() => bench.publishPost(author, tribeId)));
  await Promise.all(posts.map(({ id }) => report(member, id)));
  expect([await emitted(), await waiting()]).toEqual([[true, true, true, true], 4]);
  const { items } = (await as(owner).get(`/tribes/${tribeId}/reports`)).body;
  await Promise.all(items.map(({ id }: { id: string }) => resolve(owner, id, 'remove')));
  expect([(await emitted()).slice(4), await waiting()]).toEqual([[false, false, false, false], 0]);
  await as(author).post(`/reports/decisions/${found.id}/appeal`, { text: 'No' });
  expect([(await emitted()).slice(8), await waiting()]).toEqual([[true], 1]);
});

test('a user’s number of waiting cases omits those about their own content, and events name the author of an added case', async () => {
  const { tribeId, owner, author, reporter, found } = await scene();
  const officer = bench.tribes.addMember(tribeId, { role: 'officer' });
  const waiting = () => waitingFor(tribeId, owner, officer, author);
  expect(await waiting()).toEqual([1, 1, 0]);
  await report(reporter, (await bench.publishPost(officer, tribeId)).id);
  expect(await waiting()).toEqual([2, 1, 1]);
  await resolve(owner, found.id, 'keep');
  expect(await waiting()).toEqual([1, 0, 1]);
  const emitted = (await bench.eventsOf(CaseQueueChanged, tribeId)).map(({ added, authorId }) => [added, authorId]);
  expect(emitted).toEqual([
    [true, author.id],
    [true, officer.id],
    [false, ''],
  ]);
});

test('events of a queue keep the notification with previous versions, which read the number in the event', async () => {
  const { tribeId, owner, found } = await scene();
  await resolve(owner, found.id, 'keep');
  expect((await bench.eventsOf(CaseQueueChanged, tribeId)).map(({ waiting }) => waiting)).toEqual([1, 1]);
});

test('waiting cases are counted for at most two hundred users per request', async () => {
  const userIds = Array.from({ length: countedUsersMax + 1 }, (_, index) => `persona-${index}`);
  const count = (ids: string[]) => bench.rpc.countWaitingCases({ tribeId: 0, userIds: ids });
  await expect(count(userIds)).rejects.toMatchObject({ code: 'invalid_input' });
  expect((await count(userIds.slice(1))).counts).toHaveLength(countedUsersMax);
  expect((await count([])).counts).toEqual([]);
});

/** The later events about the site's queue, and its present number of cases, less the earlier one. */
async function siteQueue() {
  const viewer = person();
  const count = async () => (await waitingFor(0, viewer))[0] ?? 0;
  const [before, waitingBefore] = [(await bench.events(SiteCaseQueueChanged)).length, await count()];
  return {
    added: async () => (await bench.events(SiteCaseQueueChanged)).slice(before).map(({ added }) => added),
    waiting: async () => (await count()) - waitingBefore,
  };
}

test('the site’s queue counts cases about users and in hominini, which has no owner, and no case of a tribe', async () => {
  const { added, waiting } = await siteQueue();
  const { tribeId, owner, reporter, found } = await scene();
  await resolve(owner, found.id, 'remove');
  expect([await added(), await waiting()]).toEqual([[], 0]);
  const [rude, other] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  const reportPerson = (userId: string) =>
    as(reporter).post('/reports/person', { userId, tribeId, reason: 'harassment' });
  expect((await reportPerson(rude.id)).status).toBe(201);
  expect([await added(), await waiting()]).toEqual([[true], 1]);
  const open = await bench.publishPost(bench.tribes.addMember(homininiId), homininiId);
  await report(bench.tribes.addMember(homininiId), open.id);
  expect([await added(), await waiting()]).toEqual([[true, true], 2]);
  await reportPerson(other.id);
  expect([await added(), await waiting()]).toEqual([[true, true, true], 3]);
  const [first] = (await as(admin).get('/admin/reports?kind=person&status=open')).body.items.filter(
    ({ objectId }: { objectId: string }) => objectId === rude.id,
  );
  await resolve(admin, first.id, 'keep');
  expect([await added(), await waiting()]).toEqual([[true, true, true, false], 2]);
  await bench.publish(UserDeleted, { userId: other.id });
  await until(async () => (await added()).length === 5, 'the case about the deleted user is closed');
  expect([(await added())[4], await waiting()]).toEqual([false, 1]);
});

test('a case that no moderator of its tribe may decide is also the site’s: of the only one, or reported by all', async () => {
  const { added, waiting } = await siteQueue();
  const { tribeId, owner, reporter, post } = await scene();
  expect([await added(), await waiting()]).toEqual([[], 0]);
  const restricted = bench.tribes.addMember(tribeId, { role: 'officer', restrictedUntil: '2999-01-01T00:00:00.000Z' });
  await report(reporter, (await bench.publishPost(owner, tribeId)).id);
  await report(restricted, post.id);
  expect([await added(), await waiting()]).toEqual([[true], 1]);
  await report(owner, post.id);
  expect([await added(), await waiting()]).toEqual([[true, true], 2]);
  const officer = bench.tribes.addMember(tribeId, { role: 'officer' });
  await report(reporter, (await bench.publishPost(owner, tribeId)).id);
  expect([await added(), await waiting()]).toEqual([[true, true], 2]);
  // The reports have hidden the post from members.
  await report(admin, post.id);
  expect([(await added()).slice(2), await waiting()]).toEqual([[false], 1]);
  await report(officer, post.id);
  expect([(await added()).slice(3), await waiting()]).toEqual([[true], 2]);
});

test('an appeal against a site admin’s decision, and a post edited after it, wait for the site', async () => {
  const { found, author, owner, tribeId } = await scene();
  const { added } = await siteQueue();
  const otherAdmin = userActor(person().id, { role: 'admin' });
  await resolve(admin, found.id, 'warn');
  await as(author).post(`/reports/decisions/${found.id}/appeal`, { text: 'No' });
  expect(await added()).toEqual([true]);
  await resolve(otherAdmin, found.id, 'uphold');
  expect(await added()).toEqual([true, false]);
  const post = await bench.publishPost(author, tribeId);
  await report(bench.tribes.addMember(tribeId), post.id);
  await resolve(admin, (await caseIn(tribeId, owner)).id, 'hide');
  await as(author).put(`/tribes/${tribeId}/posts/${post.id}`, { content: 'mejor así' });
  expect(await added()).toEqual([true, false, true]);
});

test('site admins see which cases only they may decide, and moderators do not', async () => {
  const { tribeId, owner, post, reporter } = await scene();
  const ofOwner = await bench.publishPost(owner, tribeId);
  await report(reporter, ofOwner.id);
  await as(reporter).post('/reports/tribe', { tribeId, reason: 'spam' });
  const list = async (by: Actor, query = '') => {
    const { items } = (await as(by).get(`/admin/reports?tribeId=${tribeId}${query}`)).body;
    return new Map(
      items.map(({ objectId, onlySite }: { objectId: string; onlySite: boolean }) => [objectId, onlySite]),
    );
  };
  const marked = [
    [ofOwner.id, true],
    [String(tribeId), true],
  ] as const;
  expect(await list(admin)).toEqual(new Map([[post.id, false], ...marked]));
  expect(await list(admin, '&decidedBy=site')).toEqual(new Map(marked));
  await report(owner, post.id);
  expect(await list(admin, '&decidedBy=site')).toEqual(new Map([[post.id, true], ...marked]));
  for (const query of ['', '?decidedBy=site'])
    expect((await as(owner).get(`/tribes/${tribeId}/reports${query}`)).body.items).toMatchObject([
      { objectId: post.id, onlySite: false },
    ]);
});

test('a report loads the memberships of the moderators with one call, however many there are', async () => {
  const callsOfReport = async (officers: number) => {
    const tribeId = bench.tribes.createTribe(person());
    for (let count = 0; count < officers; count += 1) bench.tribes.addMember(tribeId, { role: 'officer' });
    const [author, reporter] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
    const { id } = await bench.publishPost(author, tribeId);
    const before = bench.tribes.membershipCalls;
    await report(reporter, id);
    return bench.tribes.membershipCalls - before;
  };
  expect(await callsOfReport(12)).toBe(await callsOfReport(1));
});

test('the site’s queue follows changes of a tribe’s moderators', async () => {
  const { tribeId, owner, reporter } = await scene();
  await report(reporter, (await bench.publishPost(owner, tribeId)).id);
  const { added } = await siteQueue();
  const change = async (membership: Parameters<typeof bench.tribes.setMembership>[2], type: EventType<object>) => {
    bench.tribes.setMembership(tribeId, officer, membership);
    const role = membership?.role ?? 'member';
    const fields = {
      tribeId,
      userId: officer.id,
      role,
      previousRole: 'member',
      levelOrder: 1,
      until: '',
      reason: 'left',
    };
    await bench.publish(type, fields);
    await bench.jobsDone();
  };
  const officer = bench.tribes.addMember(tribeId);
  await change({}, MemberJoined);
  expect(await added()).toEqual([]);
  await change({ role: 'officer' }, MemberRoleChanged);
  expect(await added()).toEqual([false]);
  await change({ role: 'officer', restrictedUntil: '2999-01-01T00:00:00.000Z' }, MemberRestricted);
  expect(await added()).toEqual([false, true]);
  await change({ role: 'officer' }, MemberRestricted);
  expect(await added()).toEqual([false, true, false]);
  await change({ status: 'none', role: 'none' }, MemberLeft);
  expect(await added()).toEqual([false, true, false, true]);
});

test('cases that were never examined join the site’s queue within an hour, each once', async () => {
  const examineAll = async () => {
    await bench.runJob('reviewAllDeciders');
    await bench.jobsDone();
  };
  // Other tests change moderators without an event.
  await examineAll();
  const { tribeId, owner, reporter } = await scene();
  const [first, second] = [await bench.publishPost(owner, tribeId), await bench.publishPost(owner, tribeId)];
  for (const { id } of [first, second]) await report(reporter, id);
  await sql`update cases set awaits_site = false where tribe_id = ${tribeId}`.execute(await bench.db());
  const { added, waiting } = await siteQueue();
  await examineAll();
  await examineAll();
  expect([await added(), await waiting()]).toEqual([[true, true], 2]);
});

test('deleting an author’s account updates the queue of the tribe’s moderators', async () => {
  const { tribeId, owner, author } = await scene();
  await bench.publish(UserDeleted, { userId: author.id });
  const queue = () => bench.eventsOf(CaseQueueChanged, tribeId);
  await until(async () => (await queue()).length === 2, 'the event is emitted');
  expect((await queue())[1]).toMatchObject({ added: false });
  expect(await waitingFor(tribeId, owner)).toEqual([0]);
});

test('the database counts the same cases in each queue as the rule for one case', async () => {
  const db = await bench.db();
  const store = new Cases(db);
  const [tribeId, other] = [bench.tribes.createTribe(person()), bench.tribes.createTribe(person())];
  const queues = [tribeId, other, homininiId, 'site'] as const;
  const waitingCases = new WaitingCases(db);
  const count = async () =>
    (await Promise.all(queues.map((queue) => waitingCases.countFor(['otra', 'alguien'], queue)))).map(({ counts }) =>
      counts.map(({ waiting }) => waiting),
    );
  const at = bench.clock.now();
  const object = { text: 'dudoso', images: [], before: [], after: [], createdAt: null };
  for (const queueTribe of [tribeId, other, homininiId, null])
    for (const scope of ['tribe', 'site'] as const)
      for (const status of ['open', 'appealed', 'decided', 'closed'] as const) {
        const before = await count();
        const objectId = unique('objeto');
        const found = { tribeId: queueTribe, scope };
        const { id } = await store.openFor({
          ...{ id: randomUUID(), kind: 'person', objectId, ...found, authorId: 'alguien', at },
          object,
        });
        await store.change(id, { status });
        for (const awaitsSite of scope === 'tribe' ? [false, true] : [false]) {
          await store.setAwaitsSite(id, awaitsSite);
          const waits = waitingStatuses.includes(status);
          const expected: unknown[] = waits ? listQueues({ ...found, awaitsSite }) : [];
          const more = (await count()).map((now, index) =>
            now.map((waiting, user) => waiting - (before[index]?.[user] ?? 0)),
          );
          expect({ ...found, awaitsSite, status, more }).toEqual({
            ...{ ...found, awaitsSite, status },
            more: queues.map((queue) => [Number(expected.includes(queue)), 0]),
          });
        }
      }
});
