import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { SessionRevoked } from '@tribus/proto/identity/v1/events.ts';
import { ChatPosted, NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import { MemberLeft } from '@tribus/proto/tribes/v1/events.ts';
import { heart } from '../limits.ts';
import { type Bench, openBench, withoutWatch } from './bench.ts';

let bench: Bench;
/** A bench without the repeated check of open streams: only events end them. */
let unwatched: Bench;
beforeAll(async () => {
  bench = await openBench();
  unwatched = await openBench(withoutWatch);
});
afterAll(async () => {
  await unwatched.close();
  await bench.close();
});

test('maintenance ends all streams but those of admins', async () => {
  const admin: Actor = { ...person(), role: 'admin' };
  bench.identity.openSession(admin.id, { sessionId: admin.sessionId, role: 'admin' });
  const id = bench.content.addVibe(bench.addMember());
  const closing = await Promise.all([
    bench.listen(bench.addMember(), '/stream'),
    bench.listen(bench.addMember(), `/vibes/${id}/stream`),
  ]);
  const staying = await bench.listen(admin, '/stream');
  bench.identity.site = { ...bench.identity.site, maintenanceEnabled: true };
  await until(() => closing.every(({ ended }) => ended), 'the streams of members have ended');
  await bench.receivedBy(staying, admin);
  expect(staying.ended).toBe(false);
  bench.identity.site = { ...bench.identity.site, maintenanceEnabled: false };
});

test("a session's streams, and no others, end with the event of its end", async () => {
  const [notified, unnotified, other] = [unwatched.addMember(), unwatched.addMember(), unwatched.addMember()];
  const id = unwatched.content.addVibe(other);
  const ending = [await unwatched.listen(notified, '/stream'), await unwatched.listen(notified, `/vibes/${id}/stream`)];
  const staying = [await unwatched.listen(unnotified, '/stream'), await unwatched.listen(other, '/stream')];
  unwatched.identity.endedSessions.add(notified.sessionId).add(unnotified.sessionId);
  await unwatched.publishOnly(SessionRevoked, { userId: notified.id, sessionIds: [notified.sessionId] });
  await until(() => ending.every(({ ended }) => ended), 'the streams end');
  for (const [index, actor] of [unnotified, other].entries()) {
    const listener = staying[index];
    if (listener) await unwatched.receivedBy(listener, actor);
  }
  expect(staying.map(({ ended }) => ended)).toEqual([false, false]);
});

test("a session's streams end also without an event", async () => {
  const [unnotified, other] = [bench.addMember(), bench.addMember()];
  const ending = await bench.listen(unnotified, '/stream');
  const staying = await bench.listen(other, '/stream');
  bench.identity.endedSessions.add(unnotified.sessionId);
  await until(() => ending.ended, 'the stream ends');
  await bench.receivedBy(staying, other);
  expect(staying.ended).toBe(false);
});

test("a former member's vibe stream is closed, also when tribes has the change later", async () => {
  const [leaver, stays] = [bench.addMember(), bench.addMember()];
  const id = bench.content.addVibe(stays);
  const [cut, open] = [
    await bench.listen(leaver, `/vibes/${id}/stream`),
    await bench.listen(stays, `/vibes/${id}/stream`),
  ];
  const personal = await Promise.all([leaver, stays].map((actor) => bench.listen(actor, '/stream')));
  const before = bench.tribes.callsAbout(leaver);
  await bench.publishOnly(MemberLeft, { tribeId: 100, userId: leaver.id, reason: 'removed' });
  await until(() => bench.tribes.callsAbout(leaver) > before, 'tribes was called before it had the change');
  bench.tribes.removeMembership(100, leaver);
  await until(() => cut.ended, 'the stream ends');
  await bench.publishOnly(ChatPosted, { tribeId: 100, messageId: 'c', parentId: '', userId: stays.id });
  const [former, still] = personal;
  if (!former || !still) throw new Error('no stream');
  await until(() => still.events.length >= 1, 'an event arrived');
  const end = { event: 'membership', data: { tribeId: 100, ended: true } };
  expect([await bench.receivedBy(former, leaver), open.ended, former.ended]).toEqual([[end], false, false]);
});

test('deleting a vibe ends its streams', async () => {
  const author = bench.addMember();
  const id = bench.content.addVibe(author);
  const watching = await bench.listen(author, `/vibes/${id}/stream`);
  await bench.publishOnly(PostDeleted, PostDeleted.fromPartial({ tribeId: 100, postId: id }));
  await until(() => watching.ended, 'the stream ends');
});

test('writing to an ended stream has no effect', async () => {
  const actor = bench.addMember();
  const id = bench.content.addVibe(actor);
  const streams = await Promise.all([1, 2, 3, 4].map(() => bench.listen(actor, '/stream')));
  await Promise.all([
    bench.publishOnly(SessionRevoked, { userId: actor.id, sessionIds: [actor.sessionId] }),
    ...Array.from({ length: 20 }, (_, index) =>
      bench.publishOnly(
        NotificationRaised,
        NotificationRaised.fromPartial({
          userId: actor.id,
          notificationId: `n${index}`,
          type: 'follow',
          audience: 'anyone',
        }),
      ),
    ),
    ...Array.from({ length: 20 }, () => bench.service.as(actor).post(`/vibes/${id}/reactions`, { emoji: heart })),
  ]);
  await until(() => streams.every(({ ended }) => ended), 'all end');
  expect((await bench.service.as(actor).get(`/vibes/${id}/reactions/count`)).status).toBe(200);
});
