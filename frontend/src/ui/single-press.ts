import type { MouseEvent } from 'react';

/**
 * Returns a click handler that ignores the second press of a double click: by then the button under the pointer may do
 * the opposite, or belong to the next item of a list.
 */
export const onSinglePress =
  (act: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) act();
  };
