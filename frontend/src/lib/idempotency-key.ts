import { useState } from 'react';
import { newId } from './ids.ts';
import { session } from './session.ts';

export interface IdempotencyKeys {
  /** The key under which to send this content: the same for the same parts (by Object.is, in order), else a new one. */
  keyFor: (...parts: unknown[]) => string;
  /** Call after sending: the same content again gets a new key. */
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

/** Those of one person, by draft. */
const savedKeys = new Map<string, IdempotencyKeys>();
let owner = session.get().user?.id;

// As drafts, they last until the person signs out, or another person signs in after their session expired.
session.subscribe(() => {
  const { user, ended } = session.get();
  if (ended || user?.id === owner) return;
  owner = user?.id;
  savedKeys.clear();
});

/**
 * The idempotency keys of one form: the same content keeps its key on a retry, changed content gets a new one. With a
 * `draftName` the keys outlive the form: content that was being sent when a person left the screen keeps its key when
 * they return and send it again.
 */
export function useIdempotencyKeys(draftName?: string): IdempotencyKeys {
  const [own] = useState(createIdempotencyKeys);
  if (!draftName) return own;
  const keys = savedKeys.get(draftName) ?? createIdempotencyKeys();
  savedKeys.set(draftName, keys);
  return keys;
}
