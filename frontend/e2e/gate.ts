import type { Page } from 'playwright-core';

/** Delays the requests of a page to an address until the gate is opened. */
export async function gate(page: Page, address: string): Promise<{ open: () => void }> {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await opened;
    await route.continue();
  });
  return { open };
}
