import type { Locator } from 'playwright-core';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns where an element is once it is at rest in view, for a pointer that is moved by hand. */
export async function steadyBox(element: Locator): Promise<Box> {
  await element.hover({ trial: true });
  const box = await element.boundingBox();
  if (!box) throw new Error('what is at rest in view has a box');
  return box;
}
