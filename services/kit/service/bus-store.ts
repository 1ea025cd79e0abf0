import type { Bus } from '../events/broker.ts';
import { openBus } from '../events/bus.ts';
import { eventStreams } from '../events/event-retention.ts';
import type { Store } from './store.ts';
import { natsAddress } from './store-addresses.ts';

/** Declares the event bus (NATS). */
export const busStore: Store<Bus> = {
  kind: 'nats',
  data: { stream: eventStreams },
  variables: natsAddress.variables,
  read(env) {
    const url = natsAddress.read(env);
    return {
      async open(ctx) {
        const bus = await openBus(ctx, { url });
        return { value: bus, bus };
      },
    };
  },
};
