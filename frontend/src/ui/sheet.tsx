import { lazyOverlay } from './lazy-overlay.tsx';
import type { SheetProps } from './sheet-panel.tsx';

export type { SheetProps };

/** A panel: at the bottom of a phone, where a swipe closes it; at the right on a desktop. */
export const Sheet = lazyOverlay<SheetProps>(
  ({ open }) => open,
  async () => (await import('./sheet-panel.tsx')).SheetPanel,
);
