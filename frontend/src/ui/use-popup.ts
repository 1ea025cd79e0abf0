import { useState } from 'react';
import { useCloseOnBack } from './close-on-back.ts';

/** Whether a floating panel is open, for the root of Base UI. Back closes it. */
export function usePopup(openAtFirst = false) {
  const [open, setOpen] = useState(openAtFirst);
  useCloseOnBack(open, () => setOpen(false));
  return { open, onOpenChange: (next: boolean) => setOpen(next) };
}
