import { useState } from 'react';
import { newId } from './ids.ts';
import { useMe } from './session.ts';

export interface IdempotencyKeys {
  /** The key under which to send this content: the same for the same parts (by Object.is, in order), else a new one. */
  keyFor: (...parts: unknown[]) => string;
  /** Call when it was sent: the same content again gets a new key. */
  forget: () => void;
}

export function createIdempotencyKeys(): IdempotencyKeys {
  let last: { parts: unknown[]; key: string } | null = null;
  return {
    keyFor(...parts) {
      const same =
        last?.parts.length === parts.length && last.parts.every((part, index) => Object.is(part, parts[index]));
      if (!last || !same) last = { parts, key: newId() };
      return last.key;
    },
    forget() {
      last = null;
    },
  };
}

const kept = new Map<string, IdempotencyKeys>();

/**
 * The idempotency keys of one form: the same content sent again after a failure keeps its key, changed content gets a new
 * one. With a `place` (the one of its draft) the keys outlive the form: content that was being sent when somebody left the
 * screen keeps its key when they come back and send it again.
 */
export function useIdempotencyKeys(place?: string): IdempotencyKeys {
  const me = useMe();
  const [keys] = useState(() => {
    if (place === undefined) return createIdempotencyKeys();
    const name = `${me?.id}:${place}`;
    const found = kept.get(name) ?? createIdempotencyKeys();
    kept.set(name, found);
    return found;
  });
  return keys;
}
