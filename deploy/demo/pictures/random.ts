/** Pseudo-random numbers that are the same for the same text on every machine. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number;
  /** from ≤ x < to */
  between(from: number, to: number): number;
  /** Integer, both ends included. */
  whole(from: number, to: number): number;
  /** Normally distributed around 0 with deviation 1. */
  bell(): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** Returns a well-mixed 32-bit hash of a text: similar texts get different numbers. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return scatter(hash);
}

/** Mixes the bits of a number. */
export function scatter(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

export function randomFrom(seed: string): Random {
  let state = hashOf(seed);
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    return scatter(state) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + next() * (to - from);
  return {
    next,
    between,
    whole: (from, to) => Math.floor(between(from, to + 1)),
    bell: () => (next() + next() + next() + next() - 2) * 1.7,
    chance: (share) => next() < share,
    pick: (from) => {
      const picked = from[Math.floor(next() * from.length)];
      if (picked === undefined) throw new Error('the list is empty');
      return picked;
    },
  };
}
