/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, expect, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { renderApp } from '../../../testing/render.tsx';
import { type Steps, useSteps } from './use-steps.ts';

let steps: Steps;

function Flow() {
  steps = useSteps('/tools/tribes');
  return null;
}

const open = () => renderApp(<Flow />, { path: '/(modal)/create?tribe=1', browserHistory: true });

afterEach(() => window.history.replaceState(null, '', '/'));

test('a kind, a tribe and a step chosen before the next rendering are all kept', async () => {
  await open();
  const { change, go } = steps;
  act(() => {
    change({ type: 'post' });
    change({ tribe: '2' });
    go('content', 'filter');
  });
  expect(window.location.search).toBe('?tribe=2&type=post&step=filter');
  expect(steps.wanted).toBe('filter');
});

test('a second press before the step is shown goes no further', async () => {
  await open();
  const { length } = window.history;
  const { go } = steps;
  act(() => {
    go('content', 'filter');
    go('content', 'filter');
  });
  expect(window.history.length).toBe(length + 1);
});
