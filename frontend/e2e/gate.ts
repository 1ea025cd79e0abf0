import type { Page } from 'playwright-core';

/** Delays the requests of a page to an address, all or those of one method, until the gate is opened. */
export async function gate(page: Page, address: string, method?: string): Promise<{ open: () => void }> {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (!method || route.request().method() === method) await opened;
    await route.continue();
  });
  return { open };
}

/** The code of the app, without the scripts that run before it. */
export const scripts = '**/assets/*.js';

/** Opens `path` and delays requests that match `address`. */
export async function arriveWithout(page: Page, path: string, address: string): Promise<{ open: () => void }> {
  const delayed = await gate(page, address);
  await page.goto(path, { waitUntil: 'commit' });
  return delayed;
}
