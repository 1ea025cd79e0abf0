import type { Collection, Document } from 'mongodb';
import type { TimeLimits } from '../core/time-limits.ts';

/** Where each method that searches takes its options. */
const searches: Readonly<Record<string, number>> = {
  find: 1,
  findOne: 1,
  aggregate: 1,
  countDocuments: 1,
  deleteOne: 1,
  deleteMany: 1,
  findOneAndDelete: 1,
  distinct: 2,
  updateOne: 2,
  updateMany: 2,
  findOneAndUpdate: 2,
};
/** The same for those that only write: a majority that is away must not look like a slow statement. */
const writes: Readonly<Record<string, number>> = { insertOne: 1, insertMany: 1, bulkWrite: 1 };

/**
 * A collection whose calls end within `storeMs`, on a replica set too, where the driver tries a call again whose
 * server does not answer. A call without an answer fails with `ETIMEDOUT`, a search that is too slow with code 50. A
 * cursor has this time for all that is read from it.
 */
export function withTimeLimits<T extends Document>(
  collection: Collection<T>,
  { statementMs, storeMs }: TimeLimits,
): Collection<T> {
  return new Proxy(collection, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      const at = searches[String(name)] ?? writes[String(name)];
      if (at === undefined) return member.bind(target);
      const maxTimeMS = String(name) in searches ? statementMs : undefined;
      return (...args: unknown[]) => {
        const limit = startLimit(storeMs);
        const options = { ...(maxTimeMS && { maxTimeMS }), signal: limit.signal, ...optionsIn(args[at]) };
        const outcome: unknown = Reflect.apply(member, target, [...upTo(args, at), options]);
        if (outcome instanceof Promise) outcome.then(limit.clear, limit.clear);
        return outcome;
      };
    },
  });
}

const optionsIn = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** Exactly `count` arguments, those that were left out as undefined. */
const upTo = (args: readonly unknown[], count: number): unknown[] =>
  Array.from({ length: count }, (_, index) => args[index]);

function startLimit(storeMs: number): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  const late = () =>
    controller.abort(Object.assign(new Error(`mongodb did not answer within ${storeMs} ms`), { code: 'ETIMEDOUT' }));
  const timer = setTimeout(late, storeMs).unref();
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
