import type { MouseEvent } from 'react';

/**
 * Whether a click is the second press of a double click: by then the control under the pointer may do the opposite,
 * repeat what is done, or belong to the next item of a list.
 */
export const isSecondPress = (event: object): boolean => 'detail' in event && Number(event.detail) > 1;

/** Returns a click handler that ignores the second press of a double click, as every `Button` does. */
export const onSinglePress =
  (act: () => void) =>
  (event: MouseEvent): void => {
    if (!isSecondPress(event)) act();
  };
