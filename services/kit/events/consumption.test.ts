import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { hourMs } from '../core/durations.ts';
import { fail } from '../core/errors.ts';
import { unstarted } from '../service/unstarted.ts';
import { processOf, ThingMade } from '../testing/things.ts';
import { until } from '../testing/until.ts';
import type { Bus } from './broker.ts';
import { type ConsumerStore, type ParkedEvent, PartitionLost } from './consumer-store.ts';
import { Consumption, consumerMetrics } from './consumption.ts';
import { decodeEvent } from './event-batch.ts';
import { recordEvent } from './events.ts';
import { type EventHandler, on } from './handlers.ts';
import type { PartitionOwnership } from './partition-ownership.ts';
import { Unfinished } from './unfinished.ts';

const ctx = processOf('things');
const metrics = consumerMetrics(ctx);

interface Setup {
  parked?: readonly ParkedEvent[];
  outageMs?: readonly number[];
}

/** A consumption with parked events; records its writes and logs. */
function consumptionOf({ parked = [], outageMs = [1] }: Setup) {
  const written: string[] = [];
  const logged: unknown[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const parking = {
    parked: async () => [...parked],
    park: async () => void written.push('parked'),
    postpone: async () => void written.push('postponed'),
    unpark: async () => void written.push('unparked'),
  };
  const handler: EventHandler<unknown> = on(ThingMade, async () => undefined);
  const handlers = new Map([[ThingMade.$type, handler]]);
  const consumption = new Consumption<unknown>({
    ctx: { ...ctx, log },
    bus: { ...(unstarted('bus') as Bus), deadLetter: async () => void written.push('dead letter') },
    store: { ...(unstarted('store') as ConsumerStore), ...parking },
    ownership: unstarted('ownership') as PartitionOwnership,
    label: 'watcher/things',
    name: 'things',
    handlers,
    metrics,
    options: { retryMs: [1], outageMs },
  });
  return { consumption, written, handlers, logged };
}

/** A parked event that is due. */
function parkedEvent(key: string, deliveries = 0): ParkedEvent {
  const { attempt: _, ...event } = recordEvent(ctx, ThingMade, { name: 'one', key });
  return { ...event, key, seq: 1, partition: 0, deliveries, dueAt: new Date(0) };
}

test('an attempt at a parked event does not count while another replica owns its partition', async () => {
  const { consumption, written } = consumptionOf({ parked: [parkedEvent('a', 9)] });
  const deliveries: number[] = [];
  await consumption.begin([0], async (each) => {
    deliveries.push(each.deliveries);
    if (deliveries.length < 3) throw new PartitionLost('another replica owns the partition');
  });
  await until(() => consumption.parked.size === 0, 'the event is applied');
  await consumption.end();
  // One more counted attempt would have made it a dead letter.
  expect([deliveries, written]).toEqual([[10, 10, 10], []]);
});

test('a parked event whose handler works in portions is applied until it is done, however many it takes', async () => {
  const { consumption, written } = consumptionOf({ parked: [parkedEvent('a', 8)], outageMs: [hourMs] });
  const deliveries: number[] = [];
  await consumption.begin([0], async (each) => {
    deliveries.push(each.deliveries);
    if (deliveries.length < 12) throw new Unfinished();
  });
  await until(() => consumption.parked.size === 0 || written.length > 0, 'the event is applied');
  await consumption.end();
  expect([deliveries, written]).toEqual([Array(12).fill(9), []]);
});

describe('an event is retried after growing waits while its dependency is unavailable,', () => {
  /** Retries the parked events. Those of the key `failing` fail by themselves, the others with an outage. */
  async function begin({ consumption, written }: ReturnType<typeof consumptionOf>) {
    let attempts = 0;
    await consumption.begin([0], async ({ key }) => {
      if (key === 'failing') throw new Error('cannot be applied');
      attempts += 1;
      throw fail('unavailable');
    });
    /** Attempts at the other events until the failing one becomes a dead letter, after its ten attempts. */
    const attemptsMeanwhile = async () => {
      await until(() => written.includes('dead letter'), 'the failing event becomes a dead letter');
      await consumption.end();
      return attempts;
    };
    return { attemptsMeanwhile };
  }

  test('starting with the first wait when it was loaded from the store', async () => {
    const parked = [parkedEvent('waiting'), parkedEvent('failing')];
    const { attemptsMeanwhile } = await begin(consumptionOf({ parked, outageMs: [1, 1, hourMs] }));
    expect(await attemptsMeanwhile()).toBe(3);
  });

  test('starting with the wait it had reached before it was parked', async () => {
    const setup = consumptionOf({ parked: [parkedEvent('failing')], outageMs: [1, 1, hourMs] });
    const { attemptsMeanwhile } = await begin(setup);
    await setup.consumption.postponed(decodeEvent(parkedEvent('waiting'), 1, setup.handlers), 1);
    expect(await attemptsMeanwhile()).toBe(1);
  });
});

test('a consumer that pauses in an outage logs it at the first attempt, with the time until the next one', async () => {
  const { consumption, logged } = consumptionOf({ outageMs: [1, 2] });
  const { signal } = new AbortController();
  for (const attempt of [0, 1]) await consumption.waitIfUnavailable(fail('unavailable'), attempt, signal);
  const msg = 'consumer paused: store or peer unavailable';
  expect(logged).toEqual([expect.objectContaining({ level: 40, msg, consumer: 'watcher/things', retryInMs: 1 })]);
});
