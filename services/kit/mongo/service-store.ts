import { AppError, isOutage } from '../core/errors.ts';
import type { Mongo } from './mongo.ts';

/** A class for each noun, with every query about it; all over the same database. */
type Nouns<N> = (mongo: Mongo) => N;

/** What a service keeps: `store.chat.…` by noun, and `store.event(…)` for what is written with a document. */
export type MongoServiceStore<N> = N & Pick<Mongo, 'event'>;

interface MongoStoreOptions {
  /** What every noun throws while the database is away, made of the driver's error; `unavailable` when left out. */
  unavailable?: (cause: unknown) => AppError;
}

/** A service's store by noun: `openMongoStore(mongo, (mongo) => ({ chat: new Chat(mongo) }))`. */
export function openMongoStore<N extends Readonly<Record<string, object>>>(
  mongo: Mongo,
  nouns: Nouns<N>,
  { unavailable }: MongoStoreOptions = {},
): MongoServiceStore<N> {
  const made = nouns(mongo);
  const kept = unavailable ? mapOutages(made, unavailable) : made;
  return Object.assign(kept, { event: mongo.event.bind(mongo) });
}

const mapOutages = <N extends Readonly<Record<string, object>>>(nouns: N, unavailable: (cause: unknown) => AppError) =>
  Object.fromEntries(Object.entries(nouns).map(([name, noun]) => [name, mapOutage(noun, unavailable)])) as N;

/** The same object, whose calls fail with `unavailable` while the database cannot be reached. */
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
