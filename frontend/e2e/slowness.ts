import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';

/**
 * Variables that make a run as slow as a busy machine, evenly, which finds tests that depend on its speed. Each is off
 * unless set.
 */
const waitLaterMs = Number(process.env.WAIT_LATER_MS ?? 0);
const requestLaterMs = Number(process.env.REQUEST_LATER_MS ?? 0);
const computeSlower = Number(process.env.COMPUTE_SLOWER ?? 1);

/** Applies the variables to a page that a test opens. */
export async function slowDown(page: Page): Promise<void> {
  waitLate(page);
  if (requestLaterMs > 0) await requestLate(page);
  if (computeSlower > 1) await computeSlowly(page, computeSlower);
}

let isLate = false;

/** Begins every wait for an element later: a test that waits for what is shown only for a moment fails then. */
function waitLate(page: Page): void {
  if (waitLaterMs === 0 || isLate) return;
  isLate = true;
  const locator: Locator = Object.getPrototypeOf(page.locator('html'));
  const { waitFor } = locator;
  locator.waitFor = async function (this: Locator, options) {
    await pause(waitLaterMs);
    return waitFor.call(this, options);
  };
}

/** Sends every request to the API later: a test that reads what a response changes without waiting for it fails then. */
async function requestLate(page: Page): Promise<void> {
  await page.context().route('**/api/**', async (route) => {
    await pause(requestLaterMs);
    // The page may have been closed or have cancelled its request.
    await route.fallback().catch(() => undefined);
  });
}

/** Makes the page compute this many times as slowly: presses and reads come before the last change is shown. */
export async function computeSlowly(page: Page, rate: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate });
}
