/**
 * Into how many partitions the events of a stream are divided. Copies of a service share the partitions, so no more
 * than so many work at once. Another number would move keys that are waiting from one partition to another.
 */
export const partitionCount = 16;

export const allPartitions: readonly number[] = Array.from({ length: partitionCount }, (_, partition) => partition);

/** The partition in which the events of a key lie (FNV-1a, as in every version). */
export function partitionOf(key: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(key)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % partitionCount;
}
