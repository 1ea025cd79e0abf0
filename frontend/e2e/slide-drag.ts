import type { Page } from 'playwright-core';
import { until } from '../../services/kit/testing/until.ts';
import { type Box, steadyBox } from './steady-box.ts';

const handle = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^Mover ${title}`) });

interface Drag {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

/** The centres of two handles, with the list in the middle of the screen: the bar with the button covers its edge. */
async function dragOf(page: Page, title: string, onto: string): Promise<Drag> {
  await handle(page, title).waitFor();
  await page.evaluate("document.querySelector('ul[aria-label=Diapositivas]').scrollIntoView({ block: 'center' })");
  const centre = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
  const [from, to] = [await steadyBox(handle(page, title)), await steadyBox(handle(page, onto))];
  return { from: centre(from), to: centre(to) };
}

/** Whether the row of a slide has the outline of a dragged one. */
const isMarked = (page: Page, title: string) =>
  page.evaluate<boolean>(
    `[...document.querySelectorAll('ul[aria-label=Diapositivas] > li')].some((row) =>
      row.textContent.includes('${title}') && getComputedStyle(row).outlineStyle === 'solid')`,
  );

/** Drags a slide onto the slot of another one. */
export async function dragByMouse(page: Page, title: string, onto: string): Promise<void> {
  const { from, to } = await dragOf(page, title, onto);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await until(() => isMarked(page, title), 'the dragged slide is marked');
  await page.mouse.up();
  await until(async () => !(await isMarked(page, title)), 'the dropped slide is not marked');
}

/** As `dragByMouse`, on a touch screen. */
export async function dragByFinger(page: Page, title: string, onto: string): Promise<void> {
  const { from, to } = await dragOf(page, title, onto);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Drag['from'][]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  for (let step = 1; step <= 6; step += 1)
    await touch('touchMove', { x: from.x, y: from.y + ((to.y - from.y) * step) / 6 });
  await until(() => isMarked(page, title), 'the dragged slide is marked');
  await touch('touchEnd');
}
