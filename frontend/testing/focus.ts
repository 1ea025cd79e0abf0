import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

/** Hides the window for a minute and shows it again: outdated queries are fetched again. */
export async function returnToWindow(): Promise<void> {
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  const state = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  window.dispatchEvent(new Event('visibilitychange'));
  state.mockReturnValue('visible');
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
  state.mockRestore();
  now.mockRestore();
}
