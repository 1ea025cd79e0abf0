import type { Locator } from 'playwright-core';
import { centreOf } from './drag.ts';
import { steadyBox } from './steady-box.ts';

/** The second press of a double click, on the control that the first press has changed or moved under the pointer. */
export async function pressAgain(control: Locator): Promise<void> {
  const { mouse } = control.page();
  const { x, y } = centreOf(await steadyBox(control));
  await mouse.move(x, y);
  await mouse.down({ clickCount: 2 });
  await mouse.up({ clickCount: 2 });
}
