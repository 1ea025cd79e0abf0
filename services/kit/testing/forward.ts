import type { Bus } from '../events/broker.ts';

/** A bus whose parts can be replaced. */
export const forward = (bus: Bus): Bus => ({
  get connected() {
    return bus.connected;
  },
  onConnected: (listener) => bus.onConnected(listener),
  publish: (event, after) => bus.publish(event, after),
  stream: (name) => bus.stream(name),
  consume: (types, handle) => bus.consume(types, handle),
  listen: (types, heard) => bus.listen(types, heard),
});
