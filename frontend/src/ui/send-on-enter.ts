import type { KeyboardEvent } from 'react';

/** Handles the keys of a field whose form is sent with Enter: Shift+Enter adds a line, Escape cancels. */
export function sendOnEnter(cancel?: () => void) {
  return (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Escape') cancel?.();
    // An input method uses Enter to choose among its candidates.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
}
