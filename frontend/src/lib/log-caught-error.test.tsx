/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { ErrorBoundary } from './error-boundary.tsx';
import { LazyPart, lazyComponent } from './lazy.tsx';
import { logCaughtError } from './log-caught-error.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const fault = new ReferenceError('x is not defined');
const Faulty = () => {
  throw fault;
};

const logged = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

test('code that cannot be loaded without a connection is not logged as an error', async () => {
  const log = logged();
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const Part = lazyComponent<object>(async () => () => <p>part</p>);
  render(
    <LazyPart failed={({ kind }) => <p>{kind}</p>}>
      <Part />
    </LazyPart>,
    { onCaughtError: logCaughtError },
  );
  await screen.findByText('offline');
  expect(log).not.toHaveBeenCalled();
});

test('any other error that a boundary catches is logged', async () => {
  const log = logged();
  render(
    <ErrorBoundary fallback={() => <p>crash</p>}>
      <Faulty />
    </ErrorBoundary>,
    { onCaughtError: logCaughtError },
  );
  await screen.findByText('crash');
  expect(log).toHaveBeenCalledTimes(1);
  expect(log).toHaveBeenCalledWith(fault, expect.stringContaining('ErrorBoundary'));
});
