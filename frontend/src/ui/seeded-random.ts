/** A 32-bit hash of a text; similar texts get unrelated hashes. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A random generator that returns the same sequence for the same seed, on every device. */
export interface SeededRandom {
  /** from ≤ x < to */
  between(from: number, to: number): number;
  whole(from: number, to: number): number;
  /** An element of a non-empty list. */
  pick<T>(from: readonly T[]): T;
  chance(share: number): boolean;
}

export function seededRandom(text: string): SeededRandom {
  let state = hashText(text);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (from, to) => from + next() * (to - from),
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: <T>(from: readonly T[]) => {
      const picked = from[Math.floor(next() * from.length)];
      if (picked === undefined) throw new RangeError('cannot pick from an empty list');
      return picked;
    },
    chance: (share) => next() < share,
  };
}
