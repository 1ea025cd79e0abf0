import type { Blobs } from '@tribus/kit/storage/blob-store.ts';

/** Lists these blobs with another modification time, because no store allows setting it. */
export function withModifiedTime(
  blobs: Blobs,
  lastModified: Date,
  keys: readonly string[],
): Pick<Blobs, 'list' | 'delete'> {
  return {
    delete: (deleted) => blobs.delete(deleted),
    async *list(prefix) {
      for await (const each of blobs.list(prefix)) yield keys.includes(each.key) ? { ...each, lastModified } : each;
    },
  };
}

/** Sets the machine's clock, which determines the age of blobs; returns a function that restores it. */
export function machineTimeAhead(to: number): () => void {
  const real = Date.now;
  Date.now = () => to;
  return () => {
    Date.now = real;
  };
}
