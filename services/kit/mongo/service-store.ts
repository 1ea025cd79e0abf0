import { AppError, isOutage } from '../core/errors.ts';
import type { Mongo } from './mongo.ts';

/** Creates one store class per noun, all using the same database. */
type Nouns<N> = (mongo: Mongo) => N;

/** A service's store: `store.chat.…` by noun, and `store.event(…)` for events embedded in documents. */
export type MongoServiceStore<N> = N & Pick<Mongo, 'event'>;

interface MongoStoreOptions {
  /** Maps the driver's error to the error thrown during an outage; without it the driver's error is thrown. */
  unavailable?: (cause: unknown) => AppError;
}

/** Opens a service's store by noun: `openMongoStore(mongo, (mongo) => ({ chat: new Chat(mongo) }))`. */
export function openMongoStore<N extends Readonly<Record<string, object>>>(
  mongo: Mongo,
  nouns: Nouns<N>,
  { unavailable }: MongoStoreOptions = {},
): MongoServiceStore<N> {
  const created = nouns(mongo);
  const store = unavailable ? mapOutages(created, unavailable) : created;
  return Object.assign(store, { event: mongo.event.bind(mongo) });
}

const mapOutages = <N extends Readonly<Record<string, object>>>(nouns: N, unavailable: (cause: unknown) => AppError) =>
  Object.fromEntries(Object.entries(nouns).map(([name, noun]) => [name, mapOutage(noun, unavailable)])) as N;

/** Wraps an object so that its calls throw `unavailable` during an outage. */
function mapOutage<T extends object>(noun: T, unavailable: (cause: unknown) => AppError): T {
  return new Proxy(noun, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        try {
          return await member.apply(target, args);
        } catch (error) {
          throw !(error instanceof AppError) && isOutage(error) ? unavailable(error) : error;
        }
      };
    },
  });
}
