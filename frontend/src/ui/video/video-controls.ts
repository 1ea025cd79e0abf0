import type { PointerEvent } from 'react';

/** The height of the browser's controls, px. */
const CONTROLS = 72;

/** Whether the pointer is on the controls of a video: a drag on them is not a swipe. */
export function isOnVideoControls({ target, clientY }: PointerEvent): boolean {
  return (
    target instanceof HTMLVideoElement && target.controls && clientY > target.getBoundingClientRect().bottom - CONTROLS
  );
}
