import type { Locator } from 'playwright-core';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the box of an element once it is at rest in view, for a pointer that is moved by hand. */
export async function steadyBox(element: Locator): Promise<Box> {
  await element.hover({ trial: true });
  const box = await element.boundingBox();
  if (!box) throw new Error('the element has no bounding box');
  return box;
}
