import type { Bus } from '../events/broker.ts';
import { forward } from './forward.ts';

/** A bus whose readers give out so many events at once, however they arrive: what is applied together is then known. */
export const readTogether = (bus: Bus, count: number): Bus => ({
  ...forward(bus),
  async read(options) {
    const reader = await bus.read(options);
    return {
      waiting: () => reader.waiting(),
      close: () => reader.close(),
      async next(limit, signal) {
        const received = await reader.next(limit, signal);
        while (received.length < count && !signal.aborted) received.push(...(await reader.next(limit, signal)));
        return signal.aborted ? [] : received;
      },
    };
  },
});
