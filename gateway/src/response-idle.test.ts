import { expect, test } from '@jest/globals';
import { responseIdleMs } from './response-idle.ts';

test.each([
  ['a short response', { 'content-length': '1048575' }, 30_000],
  ['a response without a content length', { 'content-type': 'application/json' }, 30_000],
  ['a response with a malformed content length', { 'content-length': 'x' }, 30_000],
  ['a video', { 'content-type': 'video/mp4', 'content-length': '1048576' }, 300_000],
  ['an event stream', { 'content-type': 'text/event-stream' }, 60_000],
])('the idle timeout of %s follows from %j', (_what, headers, milliseconds) => {
  expect(responseIdleMs(headers)).toBe(milliseconds);
});
