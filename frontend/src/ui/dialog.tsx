import type { ConfirmProps } from './dialog-panel.tsx';
import { lazyOverlay } from './lazy-overlay.tsx';

/** Confirms a permanent deletion. */
export const Confirm = lazyOverlay<ConfirmProps>(
  ({ open }) => open,
  async () => (await import('./dialog-panel.tsx')).ConfirmPanel,
);
