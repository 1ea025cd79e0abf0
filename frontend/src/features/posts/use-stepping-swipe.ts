import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { isHorizontal } from '../../ui/swipe.ts';
import { stepOf } from './swipe.ts';

interface Start {
  x: number;
  y: number;
  at: number;
}

/** Text that scrolls, and the slider of the position, which are dragged themselves. */
const OWN_DRAG = 'input, [data-own-drag]';

/**
 * Returns the handlers of an element that is swiped upwards (1) and downwards (-1), by the figures of the carousel
 * (part 2, section 9, Swipe thresholds). A swipe is no press of what is below it.
 */
export function useSteppingSwipe(onStep: (step: -1 | 1) => void) {
  const start = useRef<Start | null>(null);
  const isSwipe = useRef(false);
  // The rules of horizontal swipes apply, with the axes exchanged.
  const turned = (event: PointerEvent, from: Start) => ({ x: event.clientY - from.y, y: event.clientX - from.x });
  function release(event: PointerEvent): void {
    const from = start.current;
    start.current = null;
    if (!from) return;
    const width = event.currentTarget.clientHeight;
    const step = stepOf({ ...turned(event, from), ms: event.timeStamp - from.at, width });
    if (step !== 0) onStep(step);
  }
  return {
    onPointerDown(event: PointerEvent) {
      isSwipe.current = false;
      const isElsewhere =
        !(event.target instanceof Element) ||
        // A sheet of the clip is its child in React only.
        !event.currentTarget.contains(event.target) ||
        event.target.closest(OWN_DRAG) !== null;
      if (!event.isPrimary || event.button > 0 || isElsewhere) return;
      start.current = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    },
    onPointerMove(event: PointerEvent) {
      if (start.current && isHorizontal(turned(event, start.current))) isSwipe.current = true;
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel() {
      start.current = null;
    },
    onClickCapture(event: MouseEvent) {
      if (isSwipe.current) {
        event.preventDefault();
        event.stopPropagation();
      }
      isSwipe.current = false;
    },
    onDragStart: (event: React.DragEvent) => event.preventDefault(),
  };
}
