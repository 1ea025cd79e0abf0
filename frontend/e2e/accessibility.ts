import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/** A list that is being refetched is faded; an overlay that opens or closes is outside the window. */
const unsettled = '[aria-busy="true"], [data-starting-style], [data-ending-style]';

/**
 * Returns axe's violations except minor ones, once the page has settled. The script is evaluated from outside: the
 * content policy forbids other scripts.
 */
export async function barriers(page: Page): Promise<string[]> {
  await page.locator(unsettled).first().waitFor({ state: 'detached' });
  // Half a megabyte, injected once per document.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // An open menu is at the end of the page, outside its landmarks; its button and the focus lead to it.
  await page.evaluate(
    `axe.configure({ rules: [{ id: 'region', selector: 'body *:not([data-base-ui-portal], [data-base-ui-portal] *)' }] })`,
  );
  // Base UI's focus guards only redirect the keyboard.
  const found = await page.evaluate<{ violations: Finding[] }>(
    `axe.run({ exclude: [['[data-base-ui-focus-guard]']] }, { resultTypes: ['violations'] })`,
  );
  return found.violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Returns the elements wider than the window, and those that do not fit into a dialog (`watchDialogs`). */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(`(({ scrollWidth, clientWidth }) => [
    ...[...document.querySelectorAll('body *')]
      .filter((element) => scrollWidth > clientWidth && element.getBoundingClientRect().right > clientWidth)
      .map((element) => element.outerHTML.slice(0, 160)),
    ...window.tooWideInDialogs(),
  ])(document.documentElement)`);

/**
 * Returns the visible texts that continue outside the box of their block, or outside the window in a region that is not
 * made for scrolling sideways. A text cut with an ellipsis fits.
 */
export const outsideBox = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const tolerance = 1;
    const blockOf = (element) => getComputedStyle(element).display.startsWith('inline') && element.parentElement
      ? blockOf(element.parentElement) : element;
    const cutsWithEllipsis = (element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element);
      return textOverflow === 'ellipsis' || (webkitLineClamp !== 'none' && element.scrollWidth <= element.clientWidth);
    };
    // As .sr-only, also at some widths only.
    const isForReadersOnly = (element) => getComputedStyle(element).clipPath === 'inset(50%)';
    const isShown = (element) => !element.closest('.sr-only, [aria-hidden="true"], select, option') &&
      !isForReadersOnly(element) &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (node.data.trim() === '' || !isShown(element)) continue;
      const block = blockOf(element);
      // A box among the words of a line is cut without an ellipsis.
      const isBox = element !== block && getComputedStyle(element).display !== 'inline';
      if (cutsWithEllipsis(element) || (cutsWithEllipsis(block) && !isBox)) continue;
      range.selectNodeContents(node);
      const right = Math.max(...[...range.getClientRects()].map((box) => box.right));
      const isBeyond = right > innerWidth && !element.closest('[class*="overflow-x-auto"]');
      if (isBeyond || right > block.getBoundingClientRect().right + tolerance) found.push(block.outerHTML.slice(0, 200));
    }
    return found;
  })()`);

/**
 * Returns the words of headings, links and buttons that continue on another line. A browser may have no dictionary to
 * hyphenate them. Names with digits or signs, and longer words, are those of users.
 */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const broken = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement.closest('h1, h2, h3, a, button, label') || node.parentElement.closest('.sr-only')) continue;
      for (const { 0: word, index } of node.data.matchAll(/(?<!\\S)\\p{L}{2,20}(?!\\S)/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
    return broken;
  })()`);

/**
 * Returns controls too small for a finger: below 24 px, as in WCAG 2.2. A link inside a sentence may be as high as its
 * text; a label counts for its control, and a card for the link that covers it.
 */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const minimum = 24;
    const isAmongWords = (element) => getComputedStyle(element).display === 'inline' &&
      [...element.parentElement.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '');
    const coversItsCard = (element) => getComputedStyle(element, '::after').position === 'absolute';
    const targetsOf = (element) =>
      [element, ...(element.labels ?? []), ...(coversItsCard(element) ? [element.offsetParent] : [])];
    const fits = (element) =>
      (({ width, height }) => width >= minimum && height >= minimum)(element.getBoundingClientRect());
    const isFor = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('[aria-hidden="true"], [inert], .sr-only');
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="button"], [tabindex="0"]')]
      .filter((element) => isFor(element) && !isAmongWords(element))
      .filter((element) => !targetsOf(element).some(fits))
      .map((element) => element.offsetWidth + ' x ' + element.offsetHeight + ': ' + element.outerHTML.slice(0, 160));
  })()`);

/**
 * Returns elements rendered lower than their own height: in a column too long for its window a bar shrinks to its
 * content, unless it may not shrink. Elements that scroll or have `min-h-0` are meant to shrink.
 */
export const squeezed = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const mayGiveWay = (element) => {
      const { flexShrink, minHeight } = getComputedStyle(element);
      return flexShrink !== '0' && minHeight === 'auto';
    };
    const givesWay = (element) => {
      const { height } = element.getBoundingClientRect();
      if (height === 0 || !mayGiveWay(element)) return [];
      const { flexShrink } = element.style;
      element.style.flexShrink = '0';
      const own = element.getBoundingClientRect().height;
      element.style.flexShrink = flexShrink;
      return own > height + 0.5 ? [height + ' of ' + own + ' px: ' + element.outerHTML.slice(0, 160)] : [];
    };
    const isColumn = (element) =>
      (({ display, flexDirection }) => display.endsWith('flex') && flexDirection.startsWith('column'))(getComputedStyle(element));
    return [...document.querySelectorAll('body *')].filter(isColumn).flatMap(({ children }) => [...children].flatMap(givesWay));
  })()`);

/** Returns the faults of the current screen for axe, fingers and the width of the page. */
export const flaws = async (page: Page): Promise<string[]> => [
  ...(await barriers(page)),
  ...(await tooSmall(page)),
  ...(await tooWide(page)),
];
