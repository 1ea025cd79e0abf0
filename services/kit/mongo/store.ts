import type { EventMetadata } from '../events/events.ts';
import type { Context } from '../runtime/context.ts';
import type { Store } from '../runtime/store.ts';
import { mongoAddress } from '../runtime/store-addresses.ts';
import { startIdempotentConsumer } from './inbox.ts';
import { type Mongo, openMongo } from './mongo.ts';
import { startMongoRelay } from './outbox.ts';

/**
 * A document database of the service's own; events are embedded in the documents of these collections. What `open`
 * makes of it, once, is the service's store (`openMongoStore`): rules and handlers of events share it.
 */
export function mongoStore<T>(
  eventCollections: readonly string[],
  open: (mongo: Mongo, ctx: Context) => T,
): Store<T, EventMetadata> {
  return {
    kind: 'mongodb',
    variables: mongoAddress.variables,
    read(env) {
      const url = mongoAddress.read(env);
      return {
        async open(ctx) {
          const mongo = await openMongo(ctx, { url });
          return {
            value: open(mongo, ctx),
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
