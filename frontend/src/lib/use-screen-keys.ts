import { useEffect, useEffectEvent } from 'react';
import { isBrowserShortcut } from './browser-shortcut.ts';

/** Elements that handle keys themselves: text fields, sliders, open lists and their triggers, dialogs, tabs. */
const TAKES_KEYS = [
  'input:not([type="radio"])',
  'textarea',
  'select',
  '[contenteditable]',
  ...['combobox', 'listbox', 'menu', 'dialog', 'tab'].map((role) => `[role=${role}]`),
].join();

/**
 * Calls back with each key meant for the screen: not those of elements that handle keys, and no browser shortcut.
 * Letters are in lower case, since Caps Lock makes them upper case.
 */
export function useScreenKeys(onKey: (press: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'repeat'>) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { key, shiftKey, repeat, target } = event;
    if (isBrowserShortcut(event) || (target instanceof Element && target.closest(TAKES_KEYS))) return;
    onKey({ key: key.length === 1 ? key.toLowerCase() : key, shiftKey, repeat });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
