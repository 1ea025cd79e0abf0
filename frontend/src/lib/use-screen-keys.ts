import { useEffect, useEffectEvent } from 'react';

/** Elements that handle keys themselves: text fields, sliders, open lists and their triggers, dialogs, tabs. */
const TAKES_KEYS = [
  'input:not([type="radio"])',
  'textarea',
  'select',
  '[contenteditable]',
  ...['combobox', 'listbox', 'menu', 'dialog', 'tab'].map((role) => `[role=${role}]`),
].join();

/** Calls back with each key meant for the screen: not those of elements that handle keys, and no browser shortcut. */
export function useScreenKeys(onKey: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(TAKES_KEYS))) return;
    onKey(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
