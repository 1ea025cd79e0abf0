import { useEffect, useEffectEvent, useState } from 'react';
import type { DraftFile } from '../../lib/draft-files.ts';
import { session } from '../../lib/session.ts';
import { draftKey } from './draft-list.ts';
import { readFiles, writeFiles } from './stored-files.ts';

interface Restorable {
  list: readonly DraftFile[];
  restore: (stored: readonly DraftFile[]) => void;
}

export interface StoredState {
  /** The files of an earlier visit are being read. */
  loading: boolean;
  /** The browser has not stored them: they last until the page is closed. */
  unsaved: boolean;
}

/**
 * Stores the pictures or the recordings of a draft on this device after each change, and restores those of an earlier
 * visit. `onMissing` is called when the browser has lost some of the `expected` number.
 */
export function useStoredFiles(
  draftName: string,
  { list, restore }: Restorable,
  expected: number,
  onMissing: () => void,
): StoredState {
  const key = draftKey(draftName);
  const [loaded, setLoaded] = useState<string | null>(null);
  const [unsaved, setUnsaved] = useState(false);
  const ready = loaded === key;

  const finish = useEffectEvent((stored: readonly DraftFile[]) => {
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

  // The list of videos changes with their progress.
  const ids = list.map(({ id }) => id).join();
  const store = useEffectEvent(() => {
    void writeFiles(key, list).then((isStored) => setUnsaved(!isStored && list.length > 0));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids stand for the files
  useEffect(() => {
    // None is written after signing out, which has deleted all.
    if (ready && session.get().user) store();
  }, [ready, key, ids]);
  return { loading: !ready, unsaved };
}
