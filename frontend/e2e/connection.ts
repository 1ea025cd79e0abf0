import type { Page } from 'playwright-core';
import { until } from '../../services/kit/testing/until.ts';

/**
 * Cuts the connections of the page, and waits until the page knows it, which takes the browser a moment. Code that is
 * requested within it fails, and Chromium does not load it again before a reload.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await until(() => page.evaluate<boolean>('!navigator.onLine'), 'the page knows that it is offline');
}
