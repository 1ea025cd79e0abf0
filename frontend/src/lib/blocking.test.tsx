/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { safetyScope, useIsSafetyChanging } from './blocking.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('what somebody made may be refused until an undo is answered, and while others have not heard of it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const client = new QueryClient();
  const undo = client.getMutationCache().build(client, { scope: { id: safetyScope('u2') }, mutationFn: () => promise });
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
