import { until } from '@tribus/kit/testing/until.ts';
import type { Locator, Page } from 'playwright-core';

/**
 * Records the text of every toast as soon as it is shown, because most close after 3 s; while `toastsHeld` is set, each
 * stays open as under a resting pointer. For `addInitScript`.
 */
export const watchToasts = `
  window.toasts = [];
  new MutationObserver((changes) => {
    const card = 'body > [role="status"] > *';
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
    const shown = new Set(added.flatMap((node) => (node.matches(card) ? [node] : [...node.querySelectorAll(card)])));
    for (const toast of shown) {
      if (toast.checkVisibility()) window.toasts.push(toast.querySelector('span').textContent);
      if (window.toastsHeld) toast.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    }
  }).observe(document, { childList: true, subtree: true });
`;

/** Acts, and waits until a toast with that text has been shown since, in this document or the one that follows it. */
export async function expectToast(page: Page, text: string | RegExp, act: () => Promise<unknown>): Promise<void> {
  const matches = (toast: string) => (typeof text === 'string' ? toast === text : text.test(toast));
  await page.evaluate('window.toastsBefore = window.toasts.length');
  await act();
  const since = () => page.evaluate<string[]>('window.toasts.slice(window.toastsBefore ?? 0)');
  await until(async () => (await since()).some(matches), `a toast says ${text}`);
}

/** Acts, and keeps the toast with this button open until it is closed. */
export async function holdToast(button: Locator, act: () => Promise<unknown>): Promise<void> {
  const page = button.page();
  await page.evaluate('window.toastsHeld = true');
  await act();
  await button.waitFor();
  await page.evaluate('window.toastsHeld = false');
}
