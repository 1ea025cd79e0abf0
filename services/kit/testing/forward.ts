import type { Bus } from '../events/broker.ts';

/** A bus whose parts can be replaced. */
export const forward = (bus: Bus): Bus => ({
  get connected() {
    return bus.connected;
  },
  onConnected: (listener) => bus.onConnected(listener),
  publish: (event, after) => bus.publish(event, after),
  stream: (name) => bus.stream(name),
  read: (options) => bus.read(options),
  legacyPosition: (stream) => bus.legacyPosition(stream),
  dropLegacyConsumer: (stream) => bus.dropLegacyConsumer(stream),
  deadLetter: (event, consumer, deliveries, reason) => bus.deadLetter(event, consumer, deliveries, reason),
  listen: (type, listener) => bus.listen(type, listener),
  signalCopies: () => bus.signalCopies(),
  onSignal: (listener) => bus.onSignal(listener),
});
