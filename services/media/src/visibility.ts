import { fail } from '@tribus/kit/core/errors.ts';
import type * as proto from '@tribus/proto/media/v1/types.ts';
import type { Deps } from './deps.ts';
import type { ServedObject } from './store/objects.ts';
import type { Visibility } from './store/tables.ts';

/** Whether an object is public: its own visibility and that of its collection, if it has one, are public. */
export const isPublic = ({ visibility, collection, collectionVisibility }: ServedObject): boolean =>
  visibility === 'public' && (!collection || collectionVisibility === 'public');

/**
 * Changes pictures and their variants. Throws 400 `invalid_input` without a visibility, or for a malformed collection.
 */
export async function setObjectVisibility(
  { store, servedObjects }: Deps,
  keys: readonly string[],
  { visibility, version, collection }: { visibility: proto.Visibility; version: number; collection: string },
): Promise<void> {
  const change = { visibility: requireVisibility(visibility), version, collection: parseCollection(collection) };
  for (const key of await store.objects.setVisibility(keys, change)) servedObjects.delete(key);
}

/**
 * Changes all objects of a collection. Throws 400 `invalid_input` without a visibility, or for a malformed collection.
 */
export async function setCollectionVisibility(
  { store, servedObjects }: Deps,
  collection: string,
  { visibility, version }: { visibility: proto.Visibility; version: number },
): Promise<void> {
  const name = parseCollection(collection);
  if (!name) throw fail('invalid_input');
  await store.collections.setVisibility(name, requireVisibility(visibility), version);
  // The cache is cleared, not searched for members of the collection: changes are rare and reads are cheap.
  servedObjects.clear();
}

/** Throws 400 `invalid_input` for a visibility that is not set. */
export function requireVisibility(visibility: proto.Visibility): Visibility {
  if (visibility === 'none') throw fail('invalid_input');
  return visibility;
}

/** The name of a collection, null for none; 400 `invalid_input` when it is malformed. */
export function parseCollection(name: string): string | null {
  if (name !== '' && !/^[a-z]{1,20}:[\w-]{1,80}$/.test(name)) throw fail('invalid_input');
  return name || null;
}
