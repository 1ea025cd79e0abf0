import { until } from '@tribus/kit/testing/until.ts';
import type { Page } from 'playwright-core';

/** The page itself observes every change: polling from outside may miss texts that are shown for seconds. */
const watch = (selector: string, texts: readonly string[]): string => `
  {
    const isShown = () => [...document.querySelectorAll(${JSON.stringify(selector)})].some((element) =>
      element.checkVisibility() && ${JSON.stringify(texts)}.every((text) => element.textContent.includes(text)));
    if (isShown()) throw new Error('the text is shown before the action');
    window.wasShown = false;
    new MutationObserver((_changes, observer) => {
      if (!isShown()) return;
      window.wasShown = true;
      observer.disconnect();
    }).observe(document, { childList: true, characterData: true, subtree: true });
  }`;

interface BriefText {
  /** Selector of the element that shows the texts. */
  selector: string;
  texts: readonly string[];
}

/** Acts, and waits until one element has shown all of the texts since, however briefly. For toasts there is `expectToast`. */
export async function showsBriefly(page: Page, brief: BriefText, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate(watch(brief.selector, brief.texts));
  await act();
  await until(() => page.evaluate<boolean>('window.wasShown'), `${brief.texts.join()} has been shown`);
}
