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

/** Applies the look of a draft to its pictures before they are sent, one after the other. */
export function useBaking(): Baking {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const run = useRef(0);
  return {
    busy: state === 'busy',
    failed: state === 'failed',
    cancel() {
      run.current += 1;
      setState('idle');
    },
    start(files, look, onReady) {
      run.current += 1;
      const own = run.current;
      setState('busy');
      const finish = (next: 'idle' | 'failed'): boolean => {
        if (run.current !== own) return false;
        setState(next);
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
