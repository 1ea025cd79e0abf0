import { lazyOverlay } from './lazy-overlay.tsx';
import type { LightboxProps } from './lightbox-panel.tsx';

/** Shows pictures full screen: arrow keys, swipe, Escape, Back. */
export const Lightbox = lazyOverlay<LightboxProps>(
  ({ index }) => index !== null,
  async () => (await import('./lightbox-panel.tsx')).LightboxPanel,
);
