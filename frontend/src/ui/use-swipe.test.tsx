/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { renderApp } from '../../testing/render.tsx';
import { useSwipe } from './use-swipe.ts';

let steps: number[];
let presses: number;
beforeEach(() => {
  steps = [];
  presses = 0;
});

/** Steps beyond 50 px. */
function Viewer({ axis }: { axis: 'x' | 'y' }) {
  const { handlers } = useSwipe({
    axis,
    stepOf: ({ along }) => (Math.abs(along) <= 50 ? 0 : along < 0 ? 1 : -1),
    onStep: (step) => steps.push(step),
  });
  return (
    <section aria-label="Visor" {...handlers}>
      <button type="button" onClick={() => (presses += 1)}>
        Reproducir
      </button>
      <input aria-label="Posición" />
      {createPortal(<p>Comentarios</p>, document.body)}
    </section>
  );
}

const button = () => screen.getByRole('button', { name: 'Reproducir' });

/** Moves a finger from the middle, downwards and to the right. */
function swipe(element: Element, { x, y }: { x: number; y: number }): void {
  fireEvent.pointerDown(element, { pointerId: 1, clientX: 200, clientY: 200 });
  fireEvent.pointerMove(element, { pointerId: 1, clientX: 200 + x, clientY: 200 + y });
  fireEvent.pointerUp(element, { pointerId: 1, clientX: 200 + x, clientY: 200 + y });
}

test.each(['x', 'y'] as const)('the axis %s decides what is a swipe', async (axis) => {
  await renderApp(<Viewer axis={axis} />);
  swipe(button(), axis === 'x' ? { x: -60, y: 0 } : { x: 0, y: -60 });
  swipe(button(), axis === 'x' ? { x: 60, y: 0 } : { x: 0, y: 60 });
  swipe(button(), axis === 'x' ? { x: 0, y: 60 } : { x: 60, y: 0 });
  expect(steps).toEqual([1, -1]);
});

test('a swipe is no press, even if it is no step, but a press by keyboard after it is one', async () => {
  await renderApp(<Viewer axis="y" />);
  swipe(button(), { x: 0, y: 40 });
  fireEvent.click(button(), { detail: 1 });
  expect([steps, presses]).toEqual([[], 0]);
  swipe(button(), { x: 0, y: 40 });
  fireEvent.click(button(), { detail: 0 });
  expect([steps, presses]).toEqual([[], 1]);
});

test('a second finger ends a swipe', async () => {
  await renderApp(<Viewer axis="y" />);
  fireEvent.pointerDown(button(), { pointerId: 1, clientX: 200, clientY: 200 });
  fireEvent.pointerDown(button(), { pointerId: 2, clientX: 100, clientY: 100 });
  fireEvent.pointerMove(button(), { pointerId: 1, clientX: 200, clientY: 300 });
  fireEvent.pointerUp(button(), { pointerId: 2, clientX: 100, clientY: 0 });
  fireEvent.pointerUp(button(), { pointerId: 1, clientX: 200, clientY: 300 });
  expect(steps).toEqual([]);
});

test('a drag of a slider, or in a sheet that is a child in React only, is no swipe', async () => {
  await renderApp(<Viewer axis="y" />);
  swipe(screen.getByLabelText('Posición'), { x: 0, y: 60 });
  swipe(screen.getByText('Comentarios'), { x: 0, y: 60 });
  expect(steps).toEqual([]);
});
