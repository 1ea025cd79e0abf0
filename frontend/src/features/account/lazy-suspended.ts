import { withTexts } from '../../lib/i18n.ts';
import { lazyComponent } from '../../lib/lazy.tsx';

/** Few people ever read it. */
export const Suspended = lazyComponent(
  withTexts(async () => (await import('./suspended.tsx')).Suspended, 'sanctions', 'recovery'),
);
