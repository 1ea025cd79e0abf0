import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

export interface Point {
  /** CSS pixels from the left and the top of the window. */
  x: number;
  y: number;
}

/** How long a finger rests, ms, and how far it may wander meanwhile, px. */
const restMs = 500;
const wander = 10;

/** Handlers for an element: `onPress` is called when a finger rests on it. The tap that ends it does nothing else. */
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
      }, restMs);
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = start.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > wander) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture(event: MouseEvent) {
      if (!pressed.current) return;
      pressed.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
