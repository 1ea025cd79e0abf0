import { AppError, isOutage } from '@tribus/kit/runtime/errors.ts';
import { errors } from './errors.ts';

/**
 * A store whose calls say in the specification's words that the document database is away (decisions.md 5). The rules
 * behind it know nothing of that.
 */
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
