import { withTexts } from '../../lib/i18n.ts';
import { lazyComponent } from '../../lib/lazy.tsx';

/** Loaded lazily: few people are suspended. */
export const Suspended = lazyComponent(
  withTexts(async () => (await import('./suspended.tsx')).Suspended, 'sanctions', 'recovery'),
);
