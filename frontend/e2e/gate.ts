import type { Page } from 'playwright-core';

/** Holds the requests of a page to an address back until it is opened. */
export async function gate(page: Page, address: string): Promise<{ open: () => void }> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(address, async (route) => {
    await opened;
    await route.continue();
  });
  return { open };
}
