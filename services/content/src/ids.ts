import { fail } from '@tribus/kit/core/errors.ts';
import { isUuid } from '@tribus/kit/core/ids.ts';

/** Returns the id; throws 404 when it is malformed. */
export function requireUuid(id: string): string {
  if (!isUuid(id)) throw fail('not_found');
  return id;
}
