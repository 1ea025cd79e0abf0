import type { EventMetadata } from '../events/events.ts';
import type { Context } from '../runtime/context.ts';
import type { AnyRetention } from '../runtime/retention.ts';
import type { Store } from '../runtime/store.ts';
import { mongoAddress } from '../runtime/store-addresses.ts';
import { startIdempotentConsumer } from './inbox.ts';
import { kitRetention } from './kit-retention.ts';
import { type Mongo, openMongo } from './mongo.ts';
import { startMongoRelay } from './outbox.ts';

interface MongoStoreOptions<T> {
  /** The collections in whose documents events are embedded. */
  events: readonly string[];
  /** How long what is in each of the collections is kept; what is kept for a number of days is deleted then. */
  retention: AnyRetention;
  /** Makes the service's store (`openMongoStore`) of it, once: rules and handlers of events share it. */
  open: (mongo: Mongo, ctx: Context) => T;
}

/** A document database of the service's own. */
export function mongoStore<T>({ events, open, ...options }: MongoStoreOptions<T>): Store<T, EventMetadata> {
  const retention = { ...kitRetention, ...options.retention };
  return {
    kind: 'mongodb',
    variables: mongoAddress.variables,
    retention,
    read(env) {
      const url = mongoAddress.read(env);
      return {
        async open(ctx) {
          const mongo = await openMongo(ctx, { url, retention });
          return {
            value: open(mongo, ctx),
            events: {
              startRelay: (bus) => startMongoRelay(ctx, mongo, bus, events),
              startConsumer: (bus, handlers) => startIdempotentConsumer(ctx, bus, mongo, handlers),
              onEmitted: (listener) => mongo.onEvent(listener),
            },
          };
        },
      };
    },
  };
}
