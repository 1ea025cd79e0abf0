/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { safetyMutationId, useIsSafetyChanging } from './blocking.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a safety change counts as running until its undo is confirmed, and for the propagation time after that', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const client = new QueryClient();
  const undo = client
    .getMutationCache()
    .build(client, { scope: { id: safetyMutationId('u2') }, mutationFn: () => promise });
  const { result } = renderHook(() => ['u2', 'u3'].map(useIsSafetyChanging), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  expect(result.current).toEqual([false, false]);
  await act(async () => {
    void undo.execute(undefined);
    await jest.advanceTimersByTimeAsync(60_000);
  });
  expect(result.current).toEqual([true, false]);
  await act(async () => {
    resolve();
    await jest.advanceTimersByTimeAsync(2_900);
  });
  expect(undo.state.status).toBe('success');
  expect(result.current).toEqual([true, false]);
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(result.current).toEqual([false, false]);
});
