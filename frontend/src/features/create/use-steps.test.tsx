/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, expect, jest, test } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';
import { renderApp } from '../../../testing/render.tsx';
import { neighboursOf } from './fields.ts';
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

const stepIs = (step: string) => waitFor(() => expect(steps.wanted).toBe(step));

/** Goes forward to a step, by the steps that a post with or without pictures has. */
async function goTo(step: string, pictures: number): Promise<void> {
  while (steps.wanted !== step) {
    const { after } = neighboursOf(steps.wanted, pictures);
    if (!after) throw new Error(`no step after ${steps.wanted}`);
    act(() => steps.go(steps.wanted, after));
    await stepIs(after);
  }
}

test('a second press on a step back goes to that step only', async () => {
  await open();
  await goTo('details', 1);
  const { go } = steps;
  const traverse = jest.spyOn(window.history, 'go');
  window.addEventListener('popstate', () => go('details', 'filter'), { once: true });
  act(() => {
    go('details', 'filter');
    go('details', 'filter');
  });
  await stepIs('filter');
  expect(traverse.mock.calls).toEqual([[-1]]);
  traverse.mockRestore();
});

test('a step that was skipped is shown when it is chosen, and the step before it is still its own entry', async () => {
  await open();
  await goTo('details', 0);
  act(() => steps.go('details', 'filter'));
  await stepIs('filter');
  const { length } = window.history;
  act(() => steps.go('filter', 'content'));
  await stepIs('content');
  expect(window.history.length).toBe(length);
});

test('leaving goes to the page behind the flow, however many steps were taken', async () => {
  window.history.pushState(null, '', '/background');
  await open();
  const { key, ...entry } = window.history.state ?? {};
  window.history.replaceState({ ...entry, key, usr: { background: { pathname: '/background' } } }, '');
  await goTo('preview', 0);
  act(() => steps.leave());
  await waitFor(() => expect(window.location.pathname).toBe('/background'));
});
