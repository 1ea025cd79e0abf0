/**
 * Number of partitions of a stream, and thus the maximum number of replicas that consume it. Never change it: pending
 * keys would move to other partitions.
 */
export const partitionCount = 16;

export const allPartitions: readonly number[] = Array.from({ length: partitionCount }, (_, partition) => partition);

/** Returns the partition of a key (FNV-1a; must not change between versions). */
export function choosePartition(key: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(key)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % partitionCount;
}
