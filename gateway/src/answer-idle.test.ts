import { expect, test } from '@jest/globals';
import { answerIdleMs } from './answer-idle.ts';

test.each([
  ['a short answer', { 'content-length': '1048575' }, 30_000],
  ['an answer that does not state its length', { 'content-type': 'application/json' }, 30_000],
  ['an answer that states something else', { 'content-length': 'x' }, 30_000],
  ['a video', { 'content-type': 'video/mp4', 'content-length': '1048576' }, 300_000],
  ['a stream of events', { 'content-type': 'text/event-stream' }, 60_000],
])('%s may pause for so long: %j', (_what, headers, milliseconds) => {
  expect(answerIdleMs(headers)).toBe(milliseconds);
});
