import console from 'node:console';
import { afterEach, expect, test } from '@jest/globals';
import { logConsole } from './console.ts';
import { createLog } from './log.ts';

let restore: () => void = () => undefined;
afterEach(() => restore());

test('console output of a library becomes one line of the log each, an error with its stack', () => {
  const lines: string[] = [];
  restore = logConsole(createLog('things', 'info', { write: (line) => void lines.push(line) }));
  console.trace(new Error('the worker ended'));
  console.warn('%s is deprecated\nuse another', 'it');
  console.error('failed', { reason: 'full' });
  const stack = expect.stringContaining('console.test');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { service: 'things', level: 40, method: 'trace', err: { message: 'the worker ended', stack } },
    { level: 40, method: 'warn', output: 'it is deprecated\nuse another' },
    { level: 40, method: 'error', output: "failed { reason: 'full' }" },
  ]);
});

test('the console is restored', () => {
  const { warn } = console;
  restore = logConsole(createLog('things', 'info', { write: () => undefined }));
  expect(console.warn).not.toBe(warn);
  restore();
  expect(console.warn).toBe(warn);
});
