import { codeOf } from '@tribus/kit/core/errors.ts';

/**
 * Returns what a call returns, or `otherwise` when what it asks about was deleted (`not_found`). For event handlers and jobs: they
 * may run long after the event, and what it is about can be gone by then. To try again would not bring it back.
 */
export async function unlessDeleted<T, O>(call: Promise<T>, otherwise: O): Promise<T | O> {
  try {
    return await call;
  } catch (error) {
    if (codeOf(error) === 'not_found') return otherwise;
    throw error;
  }
}
