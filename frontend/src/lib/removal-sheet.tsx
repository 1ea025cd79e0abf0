import { lazyOverlay } from '../ui/lazy-overlay.tsx';
import { withTexts } from './i18n.ts';
import type { RemovalSheetProps } from './removal-sheet-panel.tsx';

/** Asks a moderator for the reason of a removal, which the author will read. */
export const RemovalSheet = lazyOverlay<RemovalSheetProps>(
  ({ open }) => open,
  withTexts(async () => (await import('./removal-sheet-panel.tsx')).RemovalSheetPanel, 'moderation'),
);
