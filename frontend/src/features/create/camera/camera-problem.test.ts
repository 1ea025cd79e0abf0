import { expect, test } from '@jest/globals';
import { type CameraProblem, findCameraProblem, findMissingSupport } from './camera-problem.ts';

const named: [string, CameraProblem][] = [
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['NotSupportedError', 'unsupported'],
  ['TypeError', 'unknown'],
  ['constructor', 'unknown'],
];

test.each(named)('%s of the browser means: %s', (name, problem) => {
  const error = Object.assign(new Error('the camera'), { name });
  expect(findCameraProblem(error)).toBe(problem);
});

test('anything else that was thrown is an unknown problem', () => {
  expect([findCameraProblem('NotAllowedError'), findCameraProblem(null)]).toEqual(['unknown', 'unknown']);
});

test('a browser without cameras is distinguished from an address without https', () => {
  expect(findMissingSupport(true, {})).toBeNull();
  expect(findMissingSupport(true, undefined)).toBe('unsupported');
  expect(findMissingSupport(false, undefined)).toBe('insecure');
});
