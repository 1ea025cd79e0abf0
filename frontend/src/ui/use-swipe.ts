import { type DragEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { isHorizontal, type Movement, type Step } from './swipe.ts';
import { isOnVideoControls } from './video/video-controls.ts';

interface Start extends Movement {
  pointerId: number;
}

interface Swiped {
  /** The step of a finished movement, in an element of this width. */
  stepOf: (movement: Movement, width: number) => Step;
  /** Whether there is an item in this direction; without one the content follows the finger at a third of its way. */
  canStep: (step: Step) => boolean;
  onStep: (step: Step) => void;
}

/**
 * Returns the handlers of an element that is swiped sideways, and how far its content is to be moved meanwhile, px. A
 * swipe is no press of what is below it. The element has the class `touch-pan-y`.
 */
export function useSwipe({ stepOf, canStep, onStep }: Swiped) {
  const start = useRef<Start | null>(null);
  const isSwipe = useRef(false);
  const [drag, setDrag] = useState(0);
  const moved = ({ clientX, clientY }: PointerEvent, { x, y }: Movement) => ({ x: clientX - x, y: clientY - y });
  function end(): Start | null {
    const from = start.current;
    start.current = null;
    setDrag(0);
    return from;
  }
  function release(event: PointerEvent): void {
    if (start.current?.pointerId !== event.pointerId) return;
    const from = end();
    const step = from ? stepOf(moved(event, from), event.currentTarget.clientWidth) : 0;
    if (step !== 0 && canStep(step)) onStep(step);
  }
  return {
    drag,
    handlers: {
      onPointerDown(event: PointerEvent) {
        isSwipe.current = false;
        // A second finger zooms.
        const isOther = end() !== null;
        if (isOther || event.button > 0 || isOnVideoControls(event)) return;
        start.current = { pointerId: event.pointerId, x: event.clientX, y: event.clientY };
      },
      onPointerMove(event: PointerEvent) {
        if (start.current?.pointerId !== event.pointerId) return;
        const by = moved(event, start.current);
        isSwipe.current ||= isHorizontal(by);
        if (isSwipe.current) setDrag(canStep(by.x < 0 ? 1 : -1) ? by.x : by.x / 3);
      },
      onPointerUp: release,
      onPointerCancel: end,
      onPointerLeave: release,
      onClickCapture(event: MouseEvent) {
        // After a swipe with a finger comes no click: the next may be one by keyboard.
        if (isSwipe.current && event.detail > 0) {
          event.preventDefault();
          event.stopPropagation();
        }
        isSwipe.current = false;
      },
      onDragStart: (event: DragEvent) => event.preventDefault(),
    },
  };
}
