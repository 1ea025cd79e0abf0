import { codeOf } from '@tribus/kit/core/errors.ts';

/**
 * Returns the result of the call, or `otherwise` when its subject was deleted (`not_found`). For event handlers and
 * jobs, which may run long after the event: a retry would fail again.
 */
export async function unlessDeleted<T, O>(call: Promise<T>, otherwise: O): Promise<T | O> {
  try {
    return await call;
  } catch (error) {
    if (codeOf(error) === 'not_found') return otherwise;
    throw error;
  }
}
