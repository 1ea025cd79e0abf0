import type { Page } from 'playwright-core';
import type { Box } from './steady-box.ts';

interface Point {
  x: number;
  y: number;
}

const steps = 12;
const nothing = async (): Promise<void> => undefined;

export const centreOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Drags with a mouse from one point to another; `held` runs before the release. */
export async function dragByMouse(page: Page, from: Point, to: Point, held = nothing): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps });
  await held();
  await page.mouse.up();
}

/** As `dragByMouse`, with a finger on a touch screen. */
export async function dragByFinger(page: Page, from: Point, to: Point, held = nothing): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps;
    await touch('touchMove', { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
  }
  await held();
  await touch('touchEnd');
}
