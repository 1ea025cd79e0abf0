import { useRef, useState } from 'react';
import { bakePicture } from './bake.ts';
import type { Look } from './look.ts';

export interface Baking {
  busy: boolean;
  /** The last attempt has failed; another one may be made. */
  failed: boolean;
  cancel: () => void;
  /** Calls `onReady` with the pictures as they are sent, unless it is cancelled. */
  start: (files: readonly File[], look: Look, onReady: (files: File[]) => void) => void;
}

type BakingState = 'idle' | 'busy' | 'failed';

/**
 * Applies the look of a draft to its pictures before they are sent, one after the other. It continues while another
 * draft is open.
 */
export function useBaking(draftName: string): Baking {
  const [states, setStates] = useState<Readonly<Record<string, BakingState>>>({});
  /** The current attempt of each draft. */
  const runs = useRef(new Map<string, symbol>());
  const set = (state: BakingState) => setStates((before) => ({ ...before, [draftName]: state }));
  return {
    busy: states[draftName] === 'busy',
    failed: states[draftName] === 'failed',
    cancel() {
      runs.current.delete(draftName);
      set('idle');
    },
    start(files, look, onReady) {
      const own = Symbol();
      runs.current.set(draftName, own);
      set('busy');
      const finish = (next: 'idle' | 'failed'): boolean => {
        if (runs.current.get(draftName) !== own) return false;
        set(next);
        return true;
      };
      bakeAll(files, look).then(
        (ready) => {
          if (finish('idle')) onReady(ready);
        },
        () => finish('failed'),
      );
    },
  };
}

async function bakeAll(files: readonly File[], look: Look): Promise<File[]> {
  const ready: File[] = [];
  for (const file of files) ready.push(await bakePicture(file, look));
  return ready;
}
