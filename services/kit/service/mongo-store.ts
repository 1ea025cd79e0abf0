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
  /** The collections with events embedded in their documents. */
  events: readonly string[];
  /** Retention of each collection; documents with an age limit are deleted by a TTL index. */
  retention: AnyRetention;
  /** Creates the service's store (`openMongoStore`), shared by rules and event handlers; called once. */
  open: (mongo: Mongo, ctx: Context) => T;
}

/** Declares the service's own document database. */
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
              onEmitted: (listener) => mongo.onEvent((event) => listener([event])),
            },
          };
        },
      };
    },
  };
}
