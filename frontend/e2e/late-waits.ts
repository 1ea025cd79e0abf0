import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';

const pauseMs = Number(process.env.WAIT_LATER_MS ?? 0);
let isLate = false;

/**
 * Begins every wait for an element `WAIT_LATER_MS` later, when that is set: a test that waits for what is shown only
 * for a moment passes on an idle machine and fails then.
 */
export function waitLate(page: Page): void {
  if (pauseMs === 0 || isLate) return;
  isLate = true;
  const locator: Locator = Object.getPrototypeOf(page.locator('html'));
  const { waitFor } = locator;
  locator.waitFor = async function (this: Locator, options) {
    await pause(pauseMs);
    return waitFor.call(this, options);
  };
}
