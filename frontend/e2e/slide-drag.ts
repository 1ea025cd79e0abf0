import type { Page } from 'playwright-core';
import { until } from '../../services/kit/testing/until.ts';
import { centreOf, dragByFinger, dragByMouse } from './drag.ts';
import { steadyBox } from './steady-box.ts';

const handle = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^Mover ${title}`) });

/** The centres of two handles, with the list in the middle of the screen: the bar with the button covers its edge. */
async function centresOf(page: Page, ...titles: [string, string]) {
  await handle(page, titles[0]).waitFor();
  await page.evaluate("document.querySelector('ul[aria-label=Diapositivas]').scrollIntoView({ block: 'center' })");
  const [from, to] = [await steadyBox(handle(page, titles[0])), await steadyBox(handle(page, titles[1]))];
  return [centreOf(from), centreOf(to)] as const;
}

/** Whether the row of a slide has the outline of a dragged one. */
const isMarked = (page: Page, title: string) =>
  page.evaluate<boolean>(
    `[...document.querySelectorAll('ul[aria-label=Diapositivas] > li')].some((row) =>
      row.textContent.includes('${title}') && getComputedStyle(row).outlineStyle === 'solid')`,
  );

const untilMarked = (page: Page, title: string) => until(() => isMarked(page, title), 'the dragged slide is marked');

/** Drags a slide with a mouse onto the slot of another one. */
export async function dragSlideByMouse(page: Page, title: string, onto: string): Promise<void> {
  const [from, to] = await centresOf(page, title, onto);
  await dragByMouse(page, from, to, () => untilMarked(page, title));
  await until(async () => !(await isMarked(page, title)), 'the dropped slide is not marked');
}

/** As `dragSlideByMouse`, on a touch screen. */
export async function dragSlideByFinger(page: Page, title: string, onto: string): Promise<void> {
  const [from, to] = await centresOf(page, title, onto);
  await dragByFinger(page, from, to, () => untilMarked(page, title));
}
