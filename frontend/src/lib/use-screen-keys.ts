import { useEffect, useEffectEvent } from 'react';

/** What takes keys for itself: where letters are typed, sliders, open lists and what opens them, dialogs, tabs. */
const TAKES_KEYS = [
  'input:not([type="radio"])',
  'textarea',
  'select',
  '[contenteditable]',
  ...['combobox', 'listbox', 'menu', 'dialog', 'tab'].map((role) => `[role=${role}]`),
].join();

/** Calls with each key that is the screen's own: none of what takes keys for itself, and no shortcut of the browser. */
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
