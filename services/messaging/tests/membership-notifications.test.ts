import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { EventRecord } from '@tribus/kit/events/events.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import {
  MemberBanned,
  MemberLeft,
  MemberRestricted,
  MemberRoleChanged,
  MemberUnbanned,
  OwnershipOfferEnded,
  OwnershipOffered,
} from '@tribus/proto/tribes/v1/events.ts';
import { notificationBudgets } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const notificationsOf = async (actor: Actor) => (await bench.service.as(actor).get('/notifications')).body.items;

test('users are notified of decisions about their membership, also after it ended', async () => {
  const ana = person();
  const tribeId = bench.tribes.createTribe(person(), { name: 'Panaderos' });
  const about = { tribeId, userId: ana.id };
  const until = '2999-01-01T00:00:00.000Z';
  await bench.publish(MemberRoleChanged, { ...about, role: 'officer', previousRole: 'member' });
  await bench.publish(MemberRoleChanged, { ...about, role: 'officer', previousRole: 'owner' });
  await bench.publish(MemberRestricted, { ...about, until });
  await bench.publish(MemberLeft, { ...about, reason: 'removed' });
  await bench.publish(MemberLeft, { ...about, reason: 'banned' });
  await bench.publish(MemberLeft, { ...about, reason: 'left' });
  const listed = await notificationsOf(ana);
  const data = { tribeId, tribeName: 'Panaderos' };
  const changes = ['removed', 'restricted', 'officer'];
  expect(new Set(listed.map((each: { data: { change: string } }) => each.data.change))).toEqual(new Set(changes));
  expect(listed).toHaveLength(changes.length);
  for (const { type, data: facts } of listed) {
    expect(type).toBe('membership_changed');
    expect(facts).toEqual({ ...data, change: facts.change, until: facts.change === 'restricted' ? until : null });
  }
});

test('each aspect of a membership has one notification per tribe with the latest decision, pushed a few times an hour', async () => {
  const ana = person();
  const tribeId = bench.tribes.createTribe(person(), { name: 'Panaderos' });
  const about = { tribeId, userId: ana.id };
  const until = '2999-01-01T00:00:00.000Z';
  for (let times = 0; times < 10; times++) {
    await bench.publish(MemberRoleChanged, { ...about, role: 'officer', previousRole: 'member' });
    await bench.publish(MemberRoleChanged, { ...about, role: 'member', previousRole: 'officer' });
  }
  await bench.publish(MemberRestricted, { ...about, until });
  await bench.publish(MemberRestricted, { ...about, until: '' });
  await bench.publish(MemberLeft, { ...about, reason: 'removed' });
  await bench.publish(MemberBanned, { ...about, until, isStranger: false });
  await bench.redeliver(await bench.publish(MemberBanned, { ...about, until: '', isStranger: false }));
  const listed = (await notificationsOf(ana)).map(({ data }: { data: object }) => data);
  const shown = ['banned', 'unrestricted', 'member'].map((change) => expect.objectContaining({ change, until: null }));
  expect(listed).toHaveLength(shown.length);
  expect(listed).toEqual(expect.arrayContaining(shown));
  const pushed = (await bench.events(NotificationRaised)).filter(({ userId }) => userId === ana.id);
  expect(pushed.length).toBeLessThanOrEqual(3 * notificationBudgets.memberships.max);
});

test('a notification of a tribe that became invisible no longer names it', async () => {
  const ana = person();
  const tribeId = bench.tribes.createTribe(person(), { name: 'Panaderos' });
  await bench.publish(MemberLeft, { tribeId, userId: ana.id, reason: 'removed' });
  bench.tribes.addTribe({ id: tribeId, name: 'La conjura', isPrivate: true, isInvisible: true });
  expect(await notificationsOf(ana)).toMatchObject([{ data: { tribeId, tribeName: 'Una tribu oculta' } }]);
});

test('a ban does not notify a user who was never a member', async () => {
  const ana = person();
  const tribeId = bench.tribes.createTribe(person(), { name: 'Un insulto' });
  await bench.publish(MemberBanned, { tribeId, userId: ana.id, until: '', isStranger: true });
  expect(await notificationsOf(ana)).toEqual([]);
});

test('an offer of ownership notifies its recipient until it ends, and the owner when it is declined', async () => {
  const [ana, beto] = [person(), person()];
  const tribeId = bench.tribes.createTribe(ana, { name: 'Alfareros' });
  const about = { tribeId, userId: beto.id };
  const changes = async (actor: Actor) =>
    (await notificationsOf(actor)).map(({ data }: { data: { change: string } }) => data.change);
  await bench.publish(OwnershipOffered, about);
  expect([await changes(beto), await changes(ana)]).toEqual([['offered'], []]);
  await bench.publish(OwnershipOfferEnded, { ...about, outcome: 'withdrawn', ownerId: ana.id });
  expect([await changes(beto), await changes(ana)]).toEqual([[], []]);
  await bench.publish(OwnershipOffered, about);
  await bench.publish(OwnershipOfferEnded, { ...about, outcome: 'declined', ownerId: ana.id });
  expect([await changes(beto), await changes(ana)]).toEqual([[], ['declined']]);
});

/** Functions that record the events of a ban and of its end, each a second after the last one. */
function banOf(userId: string, isStranger: { banned: boolean; unbanned: boolean }) {
  const tribeId = bench.tribes.createTribe(person(), { name: 'Panaderos' });
  const later = (record: () => EventRecord) => {
    bench.clock.advance(1_000);
    return record();
  };
  return {
    ban: () => later(() => bench.record(MemberBanned, { tribeId, userId, until: '', isStranger: isStranger.banned })),
    lift: () => later(() => bench.record(MemberUnbanned, { tribeId, userId, isStranger: isStranger.unbanned })),
  };
}

const changesOf = async (actor: Actor) =>
  (await notificationsOf(actor)).map(({ data }: { data: { change: string } }) => data.change);

async function deliver(...events: EventRecord[]): Promise<void> {
  for (const event of events) await bench.deliver(event);
  await bench.settled();
}

test('the end of a ban replaces its notification, also when the events are delivered late or again', async () => {
  const ana = person();
  const { ban, lift } = banOf(ana.id, { banned: false, unbanned: false });
  const [first, lifted, second, liftedAgain] = [ban(), lift(), ban(), lift()];
  await deliver(first);
  expect(await changesOf(ana)).toEqual(['banned']);
  await deliver(lifted);
  await bench.redeliver(first);
  expect(await changesOf(ana)).toEqual(['unbanned']);
  await deliver(liftedAgain, second);
  await bench.redeliver(lifted);
  expect(await changesOf(ana)).toEqual(['unbanned']);
});

test('a user who was never a member is notified of the end of a ban only if they were notified of the ban', async () => {
  const [outsider, applicant, late] = [person(), person(), person()];
  const unknown = banOf(outsider.id, { banned: true, unbanned: true });
  await deliver(unknown.ban(), unknown.lift());
  expect(await changesOf(outsider)).toEqual([]);
  const known = banOf(applicant.id, { banned: false, unbanned: true });
  await deliver(known.ban(), known.lift());
  expect(await changesOf(applicant)).toEqual(['unbanned']);
  const reversed = banOf(late.id, { banned: false, unbanned: true });
  const [banned, lifted] = [reversed.ban(), reversed.lift()];
  await deliver(lifted, banned);
  expect(await changesOf(late)).toEqual([]);
  await deliver(reversed.ban());
  expect(await changesOf(late)).toEqual(['banned']);
});
