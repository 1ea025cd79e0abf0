import { lazyOverlay } from '../ui/lazy-overlay.tsx';
import { withTexts } from './i18n.ts';
import type { ShareSheetProps } from './share-sheet-panel.tsx';

/** The panel that shares an address with other apps and sites, or copies it. */
export const ShareSheet = lazyOverlay<ShareSheetProps>(
  ({ open }) => open,
  withTexts(async () => (await import('./share-sheet-panel.tsx')).ShareSheetPanel, 'members'),
);
