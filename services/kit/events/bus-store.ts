import type { Store } from '../runtime/store.ts';
import { natsAddress } from '../runtime/store-addresses.ts';
import type { Bus } from './broker.ts';
import { openBus } from './bus.ts';

/** What carries events to and from the other services. */
export const busStore: Store<Bus> = {
  kind: 'nats',
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
