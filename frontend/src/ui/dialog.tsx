import type { ConfirmProps } from './dialog-panel.tsx';
import { lazyOverlay } from './lazy-overlay.tsx';

/** Asks before something is deleted for good. */
export const Confirm = lazyOverlay<ConfirmProps>(
  ({ open }) => open,
  async () => (await import('./dialog-panel.tsx')).ConfirmPanel,
);
