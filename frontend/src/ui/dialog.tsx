import type { ConfirmProps } from './dialog-panel.tsx';
import { lateOverlay } from './late-overlay.tsx';

/** Before something is taken away for good. */
export const Confirm = lateOverlay<ConfirmProps>(
  ({ open }) => open,
  async () => (await import('./dialog-panel.tsx')).ConfirmPanel,
);
