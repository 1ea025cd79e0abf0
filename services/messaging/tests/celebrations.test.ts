import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { JoinRequested, MemberLevelChanged } from '@tribus/proto/tribes/v1/events.ts';
import type { LevelCause } from '@tribus/proto/tribes/v1/types.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const notificationOf = async (actor: Actor) => (await bench.service.as(actor).get('/notifications')).body.items[0];
const celebrate = (actor: Actor, id: string, attempt: unknown) =>
  bench.service.as(actor).post(`/notifications/${id}/celebrated`, { attempt });
const isGranted = async (...call: Parameters<typeof celebrate>): Promise<boolean> =>
  (await celebrate(...call)).body.granted;

/** A member, and how their level changes. */
function scene() {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const member = bench.tribes.addMember(tribeId);
  const change = ([previousLevelOrder, levelOrder]: [number, number], cause: LevelCause) => {
    bench.clock.advance(1_000);
    return bench.publish(MemberLevelChanged, { tribeId, userId: member.id, levelOrder, previousLevelOrder, cause });
  };
  return { owner, tribeId, member, change };
}

test.each(['challenges', 'level_test'] as const)(
  'of many devices that celebrate a level earned by %s at once, exactly one is granted it',
  async (cause) => {
    const { member, change } = scene();
    await change([1, 2], cause);
    const { id, data } = await notificationOf(member);
    expect(data.celebrated).toBe(false);
    const devices = Array.from({ length: 8 }, (_, index) => `device-${index}`);
    const granted = await Promise.all(devices.map((device) => isGranted(member, id, device)));
    expect(granted.filter(Boolean)).toHaveLength(1);
    expect((await notificationOf(member)).data.celebrated).toBe(true);
  },
);

test('the device that was granted the celebration is granted it again when its response was lost, others never', async () => {
  const { member, change } = scene();
  await change([1, 2], 'challenges');
  const { id } = await notificationOf(member);
  expect(await isGranted(member, id, 'phone')).toBe(true);
  expect(await isGranted(member, id, 'desktop')).toBe(false);
  expect(await isGranted(member, id, 'phone')).toBe(true);
  expect(await isGranted(member, id, 'desktop')).toBe(false);
  expect((await notificationOf(member)).seen).toBe(false);
});

test.each([
  ['whose approval was reopened', 'reopened'],
  ['lost with a role', 'role'],
] as const)('a level %s is celebrated again when it is reached again', async (_how, cause) => {
  const { member, change } = scene();
  await change([1, 2], 'challenges');
  const { id } = await notificationOf(member);
  expect(await isGranted(member, id, 'phone')).toBe(true);
  await change([2, 1], cause);
  const repeated = await change([1, 2], 'challenges');
  const again = await notificationOf(member);
  expect(again.data.celebrated).toBe(false);
  expect(await isGranted(member, again.id, 'desktop')).toBe(true);
  await bench.redeliver(repeated);
  expect((await notificationOf(member)).data.celebrated).toBe(true);
  expect(await isGranted(member, again.id, 'phone')).toBe(false);
});

test('only the level of one’s own notification is celebrated, with a valid attempt', async () => {
  const { owner, tribeId, member, change } = scene();
  await change([1, 2], 'challenges');
  const { id } = await notificationOf(member);
  await bench.publish(JoinRequested, { tribeId, userId: person().id });
  const other = await notificationOf(owner);
  const statuses = [
    await celebrate(owner, id, 'phone'),
    await celebrate(owner, other.id, 'phone'),
    await celebrate(member, 'none', 'phone'),
    await celebrate(member, id, ''),
    await celebrate(member, id, { $ne: null }),
    await celebrate(member, id, 'x'.repeat(65)),
    await bench.service.as().post(`/notifications/${id}/celebrated`, { attempt: 'phone' }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([404, 404, 404, 400, 400, 400, 401]);
  expect((await notificationOf(member)).data.celebrated).toBe(false);
});
