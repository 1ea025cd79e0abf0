import { afterAll, expect, test } from '@jest/globals';
import { testContext } from './service.ts';

const closed: string[] = [];

// Later than what closes the contexts, since hooks run in the order of their registration.
afterAll(() => expect(closed).toEqual(['closed by its test', 'left open']));

test('a context that a test leaves open is closed at the end of its file, and one that it closes is closed once', async () => {
  const left = testContext();
  left.onStop('loop', () => void closed.push('left open'));
  const other = testContext();
  other.onStop('loop', () => void closed.push('closed by its test'));
  await other.close();
  expect(closed).toEqual(['closed by its test']);
});
