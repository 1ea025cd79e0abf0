import type { Blobs } from '@tribus/kit/storage/blob-store.ts';

/** The objects as they are, but these put at another time: no store lets anybody set it. */
export function agedTo(blobs: Blobs, lastModified: Date, keys: readonly string[]): Pick<Blobs, 'list' | 'delete'> {
  return {
    delete: (lost) => blobs.delete(lost),
    async *list(prefix) {
      for await (const each of blobs.list(prefix)) yield keys.includes(each.key) ? { ...each, lastModified } : each;
    },
  };
}
