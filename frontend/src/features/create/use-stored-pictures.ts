import { useEffect, useEffectEvent, useState } from 'react';
import { session } from '../../lib/session.ts';
import { readFiles, writeFiles } from './draft-files.ts';
import { draftKey } from './draft-list.ts';
import type { ChosenPicture } from './parts.ts';

interface Restorable {
  list: readonly ChosenPicture[];
  restore: (stored: readonly ChosenPicture[]) => void;
}

export interface StoredPictures {
  /** The pictures of an earlier visit are being read. */
  loading: boolean;
  /** The browser has not stored them: they last until the page is closed. */
  unsaved: boolean;
}

/**
 * Stores the pictures of a draft on this device after each change, and restores those of an earlier visit. `onMissing`
 * is called when the browser has lost some of the `expected` number.
 */
export function useStoredPictures(
  draftName: string,
  { list, restore }: Restorable,
  expected: number,
  onMissing: () => void,
): StoredPictures {
  const key = draftKey(draftName);
  const [loaded, setLoaded] = useState<string | null>(null);
  const [unsaved, setUnsaved] = useState(false);
  const ready = loaded === key;

  const finish = useEffectEvent((stored: readonly ChosenPicture[]) => {
    const known = new Set(list.map(({ id }) => id));
    const missing = stored.filter(({ id }) => !known.has(id));
    if (missing.length > 0) restore(missing);
    if (list.length + missing.length < expected) onMissing();
    setLoaded(key);
  });
  const isInMemory = useEffectEvent(() => list.length > 0);
  useEffect(() => {
    let isCurrent = true;
    const read = isInMemory() ? Promise.resolve([]) : readFiles(key);
    void read.then((stored) => isCurrent && finish(stored));
    return () => {
      isCurrent = false;
    };
  }, [key]);

  useEffect(() => {
    // None is written after signing out, which has deleted all.
    if (!ready || !session.get().user) return;
    void writeFiles(key, list).then((isStored) => setUnsaved(!isStored && list.length > 0));
  }, [ready, key, list]);
  return { loading: !ready, unsaved };
}
