import { type RefObject, useEffect } from 'react';

/** Focuses the main control of a view that replaces another one, whose focused control has been removed. */
export function useFocusOnMount(control: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.getAttribute('role') === 'dialog';
    if (isLost) control.current?.focus({ preventScroll: true });
  }, [control]);
}
