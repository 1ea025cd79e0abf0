import type { Page } from 'playwright-core';
import { until } from '../../services/kit/testing/until.ts';

/**
 * Waits until the history entries of closed overlays are left, which takes the browser a moment. A Back pressed within
 * it leaves the same entry and seems to have no effect.
 */
export const overlaysLeft = (page: Page) =>
  until(() => page.evaluate<boolean>('!history.state.usr?.overlays'), 'no history entry belongs to a closed overlay');
