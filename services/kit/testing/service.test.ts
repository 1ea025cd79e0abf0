import { afterAll, expect, test } from '@jest/globals';
import { testContext } from './service.ts';

const closed: string[] = [];

// Runs after the hook that closes contexts, since hooks run in order of registration.
afterAll(() => expect(closed).toEqual(['closed by its test', 'left open']));

test('a context left open by a test is closed at the end of its file, and a closed one is not closed again', async () => {
  const left = testContext();
  left.onStop('loop', () => void closed.push('left open'));
  const other = testContext();
  other.onStop('loop', () => void closed.push('closed by its test'));
  await other.close();
  expect(closed).toEqual(['closed by its test']);
});
