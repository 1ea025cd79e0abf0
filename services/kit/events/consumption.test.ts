import { expect, test } from '@jest/globals';
import { unstarted } from '../runtime/unstarted.ts';
import { processOf, ThingMade } from '../testing/things.ts';
import { until } from '../testing/until.ts';
import type { Bus } from './broker.ts';
import { type ConsumerStore, type ParkedEvent, PartitionLost } from './consumer-store.ts';
import { Consumption, consumerMetrics } from './consumption.ts';
import { recordEvent } from './events.ts';
import { type EventHandler, on } from './handlers.ts';
import type { PartitionOwnership } from './partition-ownership.ts';

const ctx = processOf('things');

/** The consumer of a copy, with one event that waits and is due. */
function consumptionOf(parked: ParkedEvent) {
  const written: string[] = [];
  const notes = {
    parked: async () => [parked],
    postpone: async () => void written.push('postponed'),
    unpark: async () => void written.push('taken away'),
  };
  const handler: EventHandler<unknown> = on(ThingMade, async () => undefined);
  const consumption = new Consumption<unknown>({
    ctx,
    bus: { ...(unstarted('bus') as Bus), deadLetter: async () => void written.push('given up') },
    store: { ...(unstarted('store') as ConsumerStore), ...notes },
    ownership: unstarted('ownership') as PartitionOwnership,
    label: 'watcher/things',
    name: 'things',
    handlers: new Map([[ThingMade.$type, handler]]),
    metrics: consumerMetrics(ctx),
    options: { retryMs: [1], outageMs: [1] },
  });
  return { consumption, written };
}

test('an event that waits is not counted as tried while another copy has its partition', async () => {
  const { attempt: _, ...event } = recordEvent(ctx, ThingMade, { name: 'one', key: 'a' });
  const parked = { ...event, key: 'a', seq: 1, partition: 0, deliveries: 9, dueAt: new Date(0) };
  const { consumption, written } = consumptionOf(parked);
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
