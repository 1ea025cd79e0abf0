import { useScreenKeys } from '../../lib/use-screen-keys.ts';

/** Calls back with the first press of a key; not with Shift. */
export function useCaseKey(onKey: (key: string) => void): void {
  useScreenKeys(({ key, shiftKey, repeat }) => {
    if (!shiftKey && !repeat) onKey(key);
  });
}
