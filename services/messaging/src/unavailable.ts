import { AppError, isOutage } from '@tribus/kit/runtime/errors.ts';
import { errors } from './errors.ts';

/** A store whose calls throw 503 `messaging_unavailable` while the database cannot be reached (decisions.md 5). */
export function mapOutage<T extends object>(store: T): T {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        try {
          return await member.apply(target, args);
        } catch (error) {
          if (error instanceof AppError || !isOutage(error)) throw error;
          throw errors.fail('messaging_unavailable', undefined, { cause: error, retryAfter: 5 });
        }
      };
    },
  });
}
