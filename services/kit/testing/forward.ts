import type { Bus } from '../events/broker.ts';

/** Returns a bus that forwards to `bus`; spread it and override single methods. */
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
  signalReplicas: () => bus.signalReplicas(),
  onSignal: (listener) => bus.onSignal(listener),
});
