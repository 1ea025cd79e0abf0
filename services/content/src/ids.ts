import { fail } from '@tribus/kit/core/errors.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids are uuids; no other string is an id. */
export const isUuid = (id: string): boolean => uuid.test(id);

/** Returns the id; throws 404 when it is malformed. */
export function requireUuid(id: string): string {
  if (!isUuid(id)) throw fail('not_found');
  return id;
}
