import { lazyOverlay } from '../ui/lazy-overlay.tsx';
import { withTexts } from './i18n.ts';
import type { RemovalSheetProps } from './removal-sheet-panel.tsx';

/** Asks a moderator why something of somebody else is removed; its author reads the answer. */
export const RemovalSheet = lazyOverlay<RemovalSheetProps>(
  ({ open }) => open,
  withTexts(async () => (await import('./removal-sheet-panel.tsx')).RemovalSheetPanel, 'moderation'),
);
