import type { Page } from 'playwright-core';
import { until } from '../../services/kit/testing/until.ts';
import { centreOf, dragByFinger, dragByMouse } from './drag.ts';
import { steadyBox } from './steady-box.ts';

/** A drag of an item within a `DragList`. */
interface RowDrag {
  /** The accessible name of the list. */
  list: string;
  /** The name of the dragged item. */
  item: string;
  /** The name of the item whose slot it gets, or a button of an item that cannot be moved. */
  onto: string | { button: string };
}

const handle = (page: Page, item: string) => page.getByRole('button', { name: new RegExp(`^Mover ${item}, `) });

/** The centres of two handles, with the list in the middle of the screen: the bar with the button covers its edge. */
async function centresOf(page: Page, { list, item, onto }: RowDrag) {
  await handle(page, item).waitFor();
  await page.evaluate(`document.querySelector('ul[aria-label="${list}"]').scrollIntoView({ block: 'center' })`);
  const target = typeof onto === 'string' ? handle(page, onto) : page.getByRole('button', { name: onto.button });
  const [from, to] = [await steadyBox(handle(page, item)), await steadyBox(target)];
  return [centreOf(from), centreOf(to)] as const;
}

/** Whether the row of an item has the outline of a dragged one. */
const isMarked = (page: Page, { list, item }: RowDrag) =>
  page.evaluate<boolean>(
    `[...document.querySelectorAll('ul[aria-label="${list}"] > li')].some((row) =>
      row.textContent.includes('${item}') && getComputedStyle(row).outlineStyle === 'solid')`,
  );

const untilMarked = (page: Page, drag: RowDrag) => until(() => isMarked(page, drag), 'the dragged item is marked');

/** Drags an item of a `DragList` with a mouse onto the slot of another one. */
export async function dragRowByMouse(page: Page, drag: RowDrag): Promise<void> {
  const [from, to] = await centresOf(page, drag);
  await dragByMouse(page, from, to, () => untilMarked(page, drag));
  await until(async () => !(await isMarked(page, drag)), 'the dropped item is not marked');
}

/** As `dragRowByMouse`, on a touch screen. */
export async function dragRowByFinger(page: Page, drag: RowDrag): Promise<void> {
  const [from, to] = await centresOf(page, drag);
  await dragByFinger(page, from, to, () => untilMarked(page, drag));
}
