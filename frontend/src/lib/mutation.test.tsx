/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { ApiError } from './http.ts';
import { type Outcome, useMutation } from './mutation.ts';
import { session } from './session.ts';

/** A call whose response is pending. */
interface Call {
  word: string;
  resolve: (answer: string) => void;
  reject: (error: Error) => void;
}

const calls: Call[] = [];
const outcomes: string[] = [];
const wordsOf = () => calls.map(({ word }) => word);

const send = (word: string) =>
  new Promise<string>((resolve, reject) => {
    calls.push({ word, resolve, reject });
  });

const outcome: Outcome<string> = {
  onSuccess: (answer) => outcomes.push(`success ${answer}`),
  onError: ({ message }) => outcomes.push(`error ${message}`),
  onSettled: () => outcomes.push('settled'),
  onScreen: {
    onSuccess: (answer) => outcomes.push(`screen: success ${answer}`),
    onError: ({ message }) => outcomes.push(`screen: error ${message}`),
    onSettled: () => outcomes.push('screen: settled'),
  },
  offScreen: {
    onSuccess: (answer) => outcomes.push(`elsewhere: success ${answer}`),
    onError: ({ message }) => outcomes.push(`elsewhere: error ${message}`),
  },
};

function Sender({ parallel }: { parallel?: true | ((word: string) => unknown) }) {
  const mutation = useMutation({ mutationFn: send, ...(parallel && { parallel }) });
  return (
    <>
      {['a', 'b'].map((word) => (
        <button key={word} type="button" disabled={mutation.isPending} onClick={() => mutation.mutate(word, outcome)}>
          {word}
        </button>
      ))}
      {mutation.isError && <p role="alert">{mutation.error.message}</p>}
    </>
  );
}

function Waiting() {
  const { mutateAsync } = useMutation({ mutationFn: send });
  return (
    <button type="button" onClick={() => void mutateAsync('a').then((answer) => outcomes.push(answer))}>
      a
    </button>
  );
}

/** Presses all of them before the next rendering, as a quick hand does. */
const press = (...words: string[]) =>
  act(() => {
    const buttons = words.map((name) => screen.getByRole('button', { name }));
    for (const button of buttons) button.click();
  });
const resolve = (at: number, answer: string) => act(async () => calls[at]?.resolve(answer));
const reject = (at: number, message: string) => act(async () => calls[at]?.reject(new Error(message)));
const sent = (...words: string[]) => waitFor(() => expect(wordsOf()).toEqual(words));

beforeEach(() => {
  calls.length = 0;
  outcomes.length = 0;
});

test('a mounted component gets the outcome, and then its screen handlers run', async () => {
  await renderApp(<Sender />);
  press('a');
  await sent('a');
  await resolve(0, 'done');
  await waitFor(() => expect(outcomes).toEqual(['success done', 'settled', 'screen: success done', 'screen: settled']));
});

test('an unmounted component still gets the outcome, without its screen handlers', async () => {
  const { unmount } = await renderApp(<Sender />);
  press('a');
  await sent('a');
  unmount();
  await resolve(0, 'done');
  await waitFor(() => expect(outcomes).toEqual(['success done', 'settled', 'elsewhere: success done']));
});

test('a failure is reported even when the screen that would have shown it has unmounted', async () => {
  const { unmount } = await renderApp(<Sender />);
  press('a');
  await sent('a');
  unmount();
  await reject(0, 'refused');
  await waitFor(() => expect(outcomes).toEqual(['error refused', 'settled', 'elsewhere: error refused']));
});

test('an expired session is not reported once more by the call that it has refused', async () => {
  session.start('t', lucia);
  const { unmount } = await renderApp(<Sender />);
  press('a');
  await sent('a');
  session.end('expired');
  unmount();
  await act(async () => calls[0]?.reject(new ApiError(401, 'unauthenticated', 'refused')));
  await waitFor(() => expect(outcomes).toEqual(['error refused', 'settled']));
});

test('a second press before the button is drawn as disabled sends nothing, and the outcome is reported once', async () => {
  await renderApp(<Sender />);
  press('a', 'a', 'b');
  await sent('a');
  await resolve(0, 'done');
  await waitFor(() => expect(outcomes.filter((line) => line === 'settled')).toHaveLength(1));
  expect(wordsOf()).toEqual(['a']);
});

test.each(['resolve', 'reject'] as const)('a press sends again after the response (%s)', async (how) => {
  await renderApp(<Sender />);
  press('a');
  await sent('a');
  await (how === 'resolve' ? resolve(0, 'done') : reject(0, 'refused'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'a' })).toHaveProperty('disabled', false));
  press('a');
  await sent('a', 'a');
});

test('calls with the same key wait for each other, and calls with other keys do not', async () => {
  await renderApp(<Sender parallel={(word) => word} />);
  press('a', 'b', 'a', 'b');
  await sent('a', 'b');
  await resolve(1, 'second');
  await resolve(0, 'first');
  await waitFor(() =>
    expect(outcomes.filter((line) => line.startsWith('success'))).toEqual(['success second', 'success first']),
  );
});

test('parallel calls are all sent, and the outcome of each is reported', async () => {
  await renderApp(<Sender parallel />);
  press('a', 'a', 'b');
  await sent('a', 'a', 'b');
  for (const at of [0, 1, 2]) await resolve(at, String(at));
  await waitFor(() => expect(outcomes.filter((line) => line === 'settled')).toHaveLength(3));
});

test('awaiting a call that is already running resolves with its response', async () => {
  await renderApp(<Waiting />);
  press('a', 'a');
  await sent('a');
  await resolve(0, 'done');
  await waitFor(() => expect(outcomes).toEqual(['done', 'done']));
});
