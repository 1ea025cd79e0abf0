import { until } from '@tribus/kit/testing/until.ts';
import type { Locator, Page } from 'playwright-core';

/** Keeps the text of every toast from the moment it is shown, because most are gone after 3 s. For `addInitScript`. */
export const watchToasts = `
  window.toasts = [];
  new MutationObserver((changes) => {
    const card = 'body > [role="status"] > *';
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
    const shown = new Set(added.flatMap((node) => (node.matches(card) ? [node] : [...node.querySelectorAll(card)])));
    for (const toast of shown)
      if (toast.checkVisibility()) window.toasts.push(toast.querySelector('span').textContent);
  }).observe(document, { childList: true, subtree: true });
`;

const toastsOf = (page: Page) => page.evaluate<string[]>('window.toasts');

/** Acts, and waits until a toast with that text has been shown since. */
export async function says(page: Page, text: string | RegExp, act: () => Promise<unknown>): Promise<void> {
  const before = (await toastsOf(page)).length;
  const matches = (toast: string) => (typeof text === 'string' ? toast === text : text.test(toast));
  await act();
  await until(async () => (await toastsOf(page)).slice(before).some(matches), `a toast says ${text}`);
}

/** Acts, and rests the pointer on a button of the toast that follows: it stays as long as the pointer is there. */
export async function holdToast(button: Locator, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([button.hover(), act()]);
}
