import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { CaseQueueChanged } from '@tribus/proto/content/v1/events.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import { SubmissionQueueChanged } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const notificationsOf = async (actor: Actor) => (await bench.service.as(actor).get('/notifications')).body.items;
const waitingOf = async (actor: Actor) =>
  (await notificationsOf(actor)).map(({ data }: { data: { waiting: number } }) => data.waiting);
const raisedTo = ({ id }: Actor) => bench.received(NotificationRaised).filter(({ userId }) => userId === id);

const someone = 'alguien';

describe.each([
  ['submissions', SubmissionQueueChanged, () => bench.tribes.submissions],
  ['cases', CaseQueueChanged, () => bench.content.cases],
] as const)('the number of pending %s', (_name, event, items) => {
  afterEach(() => items().reset());

  function scene() {
    const owner = person();
    const tribeId = bench.tribes.createTribe(owner);
    /** An event of the queue. Its number, as previous versions emit it, is wrong. */
    const record = (added: boolean) => {
      bench.clock.advance(1_000);
      return bench.record(event, { tribeId, waiting: 9, added, authorId: added ? someone : '' });
    };
    return {
      owner,
      record,
      publish: async (added: boolean) => bench.redeliver(record(added)),
      wait: (count: number) => items().authors.set(tribeId, Array(count).fill(someone)),
    };
  }

  test('is right after late and repeated events, which notify nobody twice', async () => {
    const { owner, record, publish, wait } = scene();
    const [first, decided, last] = [record(true), record(false), record(true)];
    wait(2);
    await bench.redeliver(last);
    await bench.service.as(owner).post('/notifications/seen');
    for (const late of [first, decided, last]) await bench.redeliver(late);
    expect(await notificationsOf(owner)).toMatchObject([{ seen: true, data: { waiting: 2 } }]);
    expect((await bench.events(NotificationRaised)).filter(({ userId }) => userId === owner.id)).toHaveLength(1);
    wait(0);
    await publish(false);
    await publish(true);
    expect(await notificationsOf(owner)).toEqual([]);
  });

  test('is right after concurrent events, some of them repeated', async () => {
    const { owner, record, wait } = scene();
    wait(1);
    const events = [true, true, false, true, false, true].map(record);
    await Promise.all(
      [...events, ...events].map((each, index) => {
        wait(index);
        return bench.deliver({ ...each, attempt: each.attempt + index });
      }),
    );
    wait(4);
    await bench.redeliver(record(false));
    expect(await waitingOf(owner)).toEqual([4]);
  });

  test('stays when one that was counted earlier arrives later', async () => {
    const { owner, publish, wait } = scene();
    items().countedAt = new Date('2026-01-01T10:00:00.002Z');
    wait(3);
    await publish(true);
    items().countedAt = new Date('2026-01-01T10:00:00.001Z');
    wait(1);
    for (const added of [true, false]) await publish(added);
    wait(0);
    await publish(false);
    expect(await waitingOf(owner)).toEqual([3]);
    items().countedAt = new Date('2026-01-01T10:00:00.003Z');
    await publish(false);
    expect(await waitingOf(owner)).toEqual([]);
  });

  test('is right once the counting service is available again', async () => {
    const { owner, record, publish, wait } = scene();
    wait(1);
    await publish(true);
    items().error = fail('unavailable');
    const attempts = items().calls;
    for (const added of [true, false]) await bench.deliver(record(added));
    await until(() => items().calls > attempts + 1, 'the count is attempted again');
    expect(await waitingOf(owner)).toEqual([1]);
    wait(2);
    items().error = undefined;
    await bench.settled();
    expect(await waitingOf(owner)).toEqual([2]);
    await until(() => raisedTo(owner).length === 2, 'the new item is pushed');
  });
});
