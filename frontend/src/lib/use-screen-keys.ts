import { useEffect, useEffectEvent } from 'react';

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
  const handle = useEffectEvent(({ key, shiftKey, repeat, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(TAKES_KEYS))) return;
    onKey({ key: key.length === 1 ? key.toLowerCase() : key, shiftKey, repeat });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
