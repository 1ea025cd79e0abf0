import type { EventMetadata } from '../events/events.ts';
import type { Store } from '../runtime/store.ts';
import { mongoAddress } from '../runtime/store-addresses.ts';
import { startIdempotentConsumer } from './inbox.ts';
import { type Mongo, openMongo } from './mongo.ts';
import { startMongoRelay } from './outbox.ts';

/** A document database of the service's own; events are embedded in the documents of these collections. */
export function mongoStore(eventCollections: readonly string[]): Store<Mongo, EventMetadata> {
  return {
    kind: 'mongodb',
    variables: mongoAddress.variables,
    read(env) {
      const url = mongoAddress.read(env);
      return {
        async open(ctx) {
          const mongo = await openMongo(ctx, { url });
          return {
            value: mongo,
            events: {
              startRelay: (bus) => startMongoRelay(ctx, mongo, bus, eventCollections),
              startConsumer: (bus, handlers) => startIdempotentConsumer(ctx, bus, mongo, handlers),
              onEmitted: (listener) => mongo.onEvent(listener),
            },
          };
        },
      };
    },
  };
}
