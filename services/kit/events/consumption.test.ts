import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
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

const ctx = processOf('things');
const metrics = consumerMetrics(ctx);

const hourMs = 3_600_000;

interface Waits {
  parked?: readonly ParkedEvent[];
  outageMs?: readonly number[];
}

/** The consumer of a copy, with events that are parked. */
function consumptionOf({ parked = [], outageMs = [1] }: Waits) {
  const written: string[] = [];
  const logged: unknown[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const notes = {
    parked: async () => [...parked],
    park: async () => void written.push('parked'),
    postpone: async () => void written.push('postponed'),
    unpark: async () => void written.push('taken away'),
  };
  const handler: EventHandler<unknown> = on(ThingMade, async () => undefined);
  const handlers = new Map([[ThingMade.$type, handler]]);
  const consumption = new Consumption<unknown>({
    ctx: { ...ctx, log },
    bus: { ...(unstarted('bus') as Bus), deadLetter: async () => void written.push('given up') },
    store: { ...(unstarted('store') as ConsumerStore), ...notes },
    ownership: unstarted('ownership') as PartitionOwnership,
    label: 'watcher/things',
    name: 'things',
    handlers,
    metrics,
    options: { retryMs: [1], outageMs },
  });
  return { consumption, written, handlers, logged };
}

/** An event that is parked and due. */
function parkedEvent(key: string, deliveries = 0): ParkedEvent {
  const { attempt: _, ...event } = recordEvent(ctx, ThingMade, { name: 'one', key });
  return { ...event, key, seq: 1, partition: 0, deliveries, dueAt: new Date(0) };
}

test('an event that waits is not counted as tried while another copy has its partition', async () => {
  const { consumption, written } = consumptionOf({ parked: [parkedEvent('a', 9)] });
  const deliveries: number[] = [];
  await consumption.begin([0], async (each) => {
    deliveries.push(each.deliveries);
    if (deliveries.length < 3) throw new PartitionLost('another copy has the partition by now');
  });
  await until(() => consumption.parked.size === 0, 'it is applied');
  await consumption.end();
  // Once more counted would have been once too often: it would be given up.
  expect([deliveries, written]).toEqual([[10, 10, 10], []]);
});

describe('an event is tried after ever longer waits while what it needs is away,', () => {
  /** Tries what waits. The events of the key `failing` fail for a reason of their own. */
  async function begin({ consumption, written }: ReturnType<typeof consumptionOf>) {
    let attempts = 0;
    await consumption.begin([0], async ({ key }) => {
      if (key === 'failing') throw new Error('cannot be applied');
      attempts += 1;
      throw fail('unavailable');
    });
    /** How often the others were tried by the time that the failing one is given up, which is after ten attempts. */
    const attemptsMeanwhile = async () => {
      await until(() => written.includes('given up'), 'the failing one is given up');
      await consumption.end();
      return attempts;
    };
    return { attemptsMeanwhile };
  }

  test('from the first wait on where it was found in the store', async () => {
    const parked = [parkedEvent('waiting'), parkedEvent('failing')];
    const { attemptsMeanwhile } = await begin(consumptionOf({ parked, outageMs: [1, 1, hourMs] }));
    expect(await attemptsMeanwhile()).toBe(3);
  });

  test('beginning with the wait that it had come to before it was parked', async () => {
    const waits = consumptionOf({ parked: [parkedEvent('failing')], outageMs: [1, 1, hourMs] });
    const { attemptsMeanwhile } = await begin(waits);
    await waits.consumption.postponed(decodeEvent(parkedEvent('waiting'), 1, waits.handlers), 1);
    expect(await attemptsMeanwhile()).toBe(1);
  });
});

test('a consumer that pauses in an outage logs it at the first attempt, with the time until the next', async () => {
  const { consumption, logged } = consumptionOf({ outageMs: [1, 2] });
  const { signal } = new AbortController();
  for (const attempt of [0, 1]) await consumption.waitIfAway(fail('unavailable'), attempt, signal);
  const msg = 'consumer paused: store or peer unavailable';
  expect(logged).toEqual([expect.objectContaining({ level: 40, msg, consumer: 'watcher/things', retryInMs: 1 })]);
});
