import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { unstarted } from '../service/unstarted.ts';
import { type ProcessContext, processOf, ThingMade } from '../testing/things.ts';
import { activeTimers, until } from '../testing/until.ts';
import type { Bus, EventSubscription, ReceivedEvent } from './broker.ts';
import { startConsumers } from './consumer.ts';
import type { EffectStore } from './consumer-store.ts';
import { type EventMetadata, recordEvent } from './events.ts';
import { after } from './handlers.ts';
import { allPartitions } from './partitions.ts';

/** A broker whose streams exist; each read wakes the consumer again. */
function busWith(read: () => EventSubscription): Bus {
  const listeners: (() => void)[] = [];
  return {
    ...(unstarted('bus') as Bus),
    connected: true,
    onConnected: (listener) => void listeners.push(listener),
    onSignal: () => undefined,
    signalReplicas: () => undefined,
    stream: async (name) => ({ name, created: 'today', lastSeq: 0 }),
    read: async () => {
      await setImmediate();
      for (const listener of listeners) listener();
      return read();
    },
  };
}

/** Starts an `after` consumer that owns all partitions; its store cannot save what was handled. */
function startConsumer(ctx: ProcessContext, bus: Bus): void {
  const store: EffectStore<EventMetadata> = {
    ...(unstarted('store') as EffectStore<EventMetadata>),
    heartbeat: async (replica) => ({ liveReplicas: [replica], owners: new Map() }),
    claim: async (_replica, partitions) => [...partitions],
    endLease: async () => undefined,
    positions: async () => new Map(allPartitions.map((partition) => [partition, 0])),
    parked: async () => [],
    handled: async () => new Set(),
    markHandled: async () => {
      throw new Error('the store is unavailable');
    },
  };
  startConsumers(ctx, bus, store, { after: [after(ThingMade, async () => undefined)] });
}

test('a consumer whose reads fail accumulates no timers, however often it tries', async () => {
  const ctx = processOf('things');
  const timers: number[] = [];
  const bus = busWith(() => {
    timers.push(activeTimers());
    throw new Error('the broker refuses to read');
  });
  startConsumer(ctx, bus);
  await until(() => timers.length >= 60, 'the consumer has tried often');
  await ctx.close();
  // Other timers of this process come and go; one for each try would be 50 more.
  expect((timers[59] ?? 0) - (timers[9] ?? 0)).toBeLessThan(20);
});

test('a consumer closes its subscription also when the store fails to save its position', async () => {
  const ctx = processOf('things');
  const { attempt: _, ...event } = recordEvent(ctx, ThingMade, { name: 'one', key: 'a' });
  let [opened, closed] = [0, 0];
  const bus = busWith(() => {
    opened += 1;
    const received: ReceivedEvent[] = [{ ...event, seq: 1, partition: 0 }];
    return {
      next: async () => {
        if (received.length === 0) throw new Error('the broker is unavailable');
        return received.splice(0);
      },
      pending: async () => 0,
      close: async () => {
        closed += 1;
      },
    };
  });
  startConsumer(ctx, bus);
  await until(() => opened >= 3, 'the consumer has subscribed again');
  await ctx.close();
  expect(closed).toBe(opened);
});
