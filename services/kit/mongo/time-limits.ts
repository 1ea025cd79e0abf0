import type { Collection, Document } from 'mongodb';
import type { TimeLimits } from '../core/time-limits.ts';

/** Argument index of the options of each method that searches. */
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
/** The same index for writes without `maxTimeMS`, because a missing majority must not look like a slow statement. */
const writes: Readonly<Record<string, number>> = { insertOne: 1, insertMany: 1, bulkWrite: 1 };

/**
 * Wraps a collection so that its calls end within `storeMs`, also on a replica set, where the driver retries a call to
 * an unresponsive server. A call without a response fails with `ETIMEDOUT`, a slow search with code 50. A cursor has
 * this time for all reads.
 */
export function withTimeLimits<T extends Document>(
  collection: Collection<T>,
  { statementMs, storeMs }: TimeLimits,
): Collection<T> {
  return new Proxy(collection, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      const optionsIndex = searches[String(name)] ?? writes[String(name)];
      if (optionsIndex === undefined) return member.bind(target);
      const maxTimeMS = String(name) in searches ? statementMs : undefined;
      return (...args: unknown[]) => {
        const limit = startLimit(storeMs);
        const options = { ...(maxTimeMS && { maxTimeMS }), signal: limit.signal, ...optionsIn(args[optionsIndex]) };
        const outcome: unknown = Reflect.apply(member, target, [...firstArguments(args, optionsIndex), options]);
        if (outcome instanceof Promise) outcome.then(limit.clear, limit.clear);
        return outcome;
      };
    },
  });
}

const optionsIn = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** Returns exactly `count` arguments; missing arguments are undefined. */
const firstArguments = (args: readonly unknown[], count: number): unknown[] =>
  Array.from({ length: count }, (_, index) => args[index]);

function startLimit(storeMs: number): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  const expire = () =>
    controller.abort(Object.assign(new Error(`mongodb did not respond within ${storeMs} ms`), { code: 'ETIMEDOUT' }));
  const timer = setTimeout(expire, storeMs).unref();
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
