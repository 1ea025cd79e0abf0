import { useState } from 'react';
import { newId } from './ids.ts';
import { useMe } from './session.ts';

export interface IdempotencyKeys {
  /** The key under which to send this content: the same for the same parts (by Object.is, in order), else a new one. */
  keyFor: (...parts: unknown[]) => string;
  /** It arrived: the same content again is another thing. */
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
 * The keys of one form: who sends the same again after a failure sends it once, who changed it sends something else.
 * With a `place` (as of its draft) they outlive the form, so that what was sent when somebody left, and is sent again when
 * they are back, is one thing.
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
