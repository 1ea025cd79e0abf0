import type { Context } from '../core/context.ts';
import type { AnyRetention } from '../core/retention.ts';
import type { EventMetadata } from '../events/events.ts';
import { startIdempotentConsumer } from '../mongo/inbox.ts';
import { kitRetention } from '../mongo/kit-retention.ts';
import { type Mongo, openMongo } from '../mongo/mongo.ts';
import { startMongoRelay } from '../mongo/outbox.ts';
import type { Store } from './store.ts';
import { mongoAddress } from './store-addresses.ts';

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
