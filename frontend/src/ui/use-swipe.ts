import { type DragEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { isAlong, type Movement, type Step } from './swipe.ts';
import { isOnVideoControls } from './video/video-controls.ts';

interface Start {
  pointerId: number;
  x: number;
  y: number;
  /** Time stamp, ms. */
  at: number;
}

interface Swiped {
  /** Sideways, or up and down. */
  axis: 'x' | 'y';
  /** The step of a finished movement, in an element of this width or height. */
  stepOf: (movement: Movement, extent: number) => Step;
  /**
   * Whether there is an item in this direction; without one the content follows the finger at a third of its way.
   * Omitted when the content does not follow it.
   */
  canStep?: (step: Step) => boolean;
  onStep: (step: -1 | 1) => void;
}

/** Text that scrolls, and sliders, which are dragged themselves. */
const OWN_DRAG = 'input, [data-own-drag]';

/**
 * Returns the handlers of an element that is swiped, and how far its content is to be moved meanwhile, px. A swipe is no
 * press of what is below it; a second finger ends it. The element has the class `touch-pan-y`, or `touch-none` for the
 * axis `y`.
 */
export function useSwipe({ axis, stepOf, canStep, onStep }: Swiped) {
  const start = useRef<Start | null>(null);
  const isSwipe = useRef(false);
  const [drag, setDrag] = useState(0);
  function end(): void {
    start.current = null;
    setDrag(0);
  }
  function release(event: PointerEvent): void {
    const from = start.current;
    if (!from || from.pointerId !== event.pointerId) return;
    end();
    const { clientWidth, clientHeight } = event.currentTarget;
    const step = stepOf(movementOf(axis, event, from), axis === 'x' ? clientWidth : clientHeight);
    if (step !== 0 && (canStep?.(step) ?? true)) onStep(step);
  }
  return {
    drag,
    handlers: {
      onPointerDown(event: PointerEvent) {
        isSwipe.current = false;
        // A second finger zooms.
        const isOther = start.current !== null;
        end();
        if (isOther || event.button > 0 || isDraggedItself(event)) return;
        start.current = { pointerId: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp };
      },
      onPointerMove(event: PointerEvent) {
        if (!start.current || start.current.pointerId !== event.pointerId) return;
        const movement = movementOf(axis, event, start.current);
        isSwipe.current ||= isAlong(movement);
        if (isSwipe.current && canStep) setDrag(followed(movement, canStep));
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

function movementOf(axis: 'x' | 'y', event: PointerEvent, from: Start): Movement {
  const [x, y, ms] = [event.clientX - from.x, event.clientY - from.y, event.timeStamp - from.at];
  return axis === 'x' ? { along: x, across: y, ms } : { along: y, across: x, ms };
}

const followed = ({ along }: Movement, canStep: (step: Step) => boolean): number =>
  canStep(along < 0 ? 1 : -1) ? along : along / 3;

/** Whether the pointer is on something that is dragged itself, or in a child in React only, such as a sheet. */
function isDraggedItself(event: PointerEvent): boolean {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  return isOnVideoControls(event) || target.closest(OWN_DRAG) !== null;
}
