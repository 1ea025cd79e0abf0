import { lateOverlay } from './late-overlay.tsx';
import type { LightboxProps } from './lightbox-panel.tsx';

/** Pictures over everything: arrows, swipe, Escape, Back. */
export const Lightbox = lateOverlay<LightboxProps>(
  ({ index }) => index !== null,
  async () => (await import('./lightbox-panel.tsx')).LightboxPanel,
);
