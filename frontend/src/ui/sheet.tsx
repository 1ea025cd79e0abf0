import { lateOverlay } from './late-overlay.tsx';
import type { SheetProps } from './sheet-panel.tsx';

export type { SheetProps };

/** Comes up from below on a phone and can be swiped away; stands at the right of a desk. */
export const Sheet = lateOverlay<SheetProps>(
  ({ open }) => open,
  async () => (await import('./sheet-panel.tsx')).SheetPanel,
);
