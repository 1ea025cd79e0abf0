import { type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useRef } from 'react';

export interface Point {
  /** CSS pixels from the left and the top of the window. */
  x: number;
  y: number;
}

/** The duration of the touch (ms), and the maximum movement during it (px). */
const holdMs = 500;
const moveTolerance = 10;

/** Handlers for an element: `onPress` is called after a long touch, whose end then causes no click. */
export function useLongPress(onPress: (at: Point) => void) {
  const timer = useRef<number>(undefined);
  const start = useRef<Point | null>(null);
  const pressed = useRef(false);
  const end = () => window.clearTimeout(timer.current);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  return {
    onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      pressed.current = false;
      if (pointerType !== 'touch') return;
      start.current = { x, y };
      end();
      timer.current = window.setTimeout(() => {
        pressed.current = true;
        onPress({ x, y });
      }, holdMs);
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = start.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > moveTolerance) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    // The element that opened under the finger is not chosen by lifting it.
    onTouchEnd(event: TouchEvent) {
      if (pressed.current) event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      if (!pressed.current) return;
      pressed.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
