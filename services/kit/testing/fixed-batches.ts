import type { Bus } from '../events/broker.ts';
import { forward } from './forward.ts';

/** Wraps a bus so that every read returns `count` events, which makes the batches of a test deterministic. */
export const readInBatchesOf = (bus: Bus, count: number): Bus => ({
  ...forward(bus),
  async read(options) {
    const subscription = await bus.read(options);
    return {
      pending: () => subscription.pending(),
      close: () => subscription.close(),
      async next(limit, signal) {
        const received = await subscription.next(limit, signal);
        while (received.length < count && !signal.aborted) received.push(...(await subscription.next(limit, signal)));
        return signal.aborted ? [] : received;
      },
    };
  },
});
