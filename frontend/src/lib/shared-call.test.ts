import { expect, test } from '@jest/globals';
import { sharedCall } from './shared-call.ts';

test('the same call twice at once is sent once, and both callers get its response', async () => {
  const made: string[] = [];
  const call = sharedCall(async (code: string) => {
    made.push(code);
    return `${code} ${made.length}`;
  });
  expect(await Promise.all([call('a'), call('a'), call('b')])).toEqual(['a 1', 'a 1', 'b 2']);
  expect(await call('a')).toBe('a 3');
});

test('a failed call is sent again at the next request', async () => {
  let made = 0;
  const call = sharedCall(async (_what: string) => {
    made += 1;
    if (made === 1) throw new Error('no');
    return made;
  });
  const both = await Promise.allSettled([call('x'), call('x')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await call('x')).toBe(2);
});
