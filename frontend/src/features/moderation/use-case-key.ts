import { useScreenKeys } from '../../lib/use-screen-keys.ts';

/**
 * Calls back with the first press of a key, in lower case, since Caps Lock makes letters upper case; not with Shift.
 */
export function useCaseKey(onKey: (key: string) => void): void {
  useScreenKeys(({ key, shiftKey, repeat }) => {
    if (!shiftKey && !repeat) onKey(key.toLowerCase());
  });
}
