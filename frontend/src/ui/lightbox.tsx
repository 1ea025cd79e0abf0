import { lazyOverlay } from './lazy-overlay.tsx';
import type { LightboxProps } from './lightbox-panel.tsx';

/** Shows pictures and videos full screen: arrow keys, swipe, Escape, Back; of a video space and M. */
export const Lightbox = lazyOverlay<LightboxProps>(
  ({ index }) => index !== null,
  async () => (await import('./lightbox-panel.tsx')).LightboxPanel,
);
