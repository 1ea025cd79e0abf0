import { format } from 'node:util';
import { afterAll, afterEach, beforeAll } from '@jest/globals';

// Loaded before each test file of the web app (jest.config.js): an error or a warning on the console fails its test.
// A test that causes one on purpose replaces the console's function and asserts the message.

const printed: string[] = [];
const { error, warn } = console;

const recorded =
  (print: typeof error): typeof error =>
  (...args) => {
    printed.push(format(...args));
    print(...args);
  };

beforeAll(() => {
  Object.assign(console, { error: recorded(error), warn: recorded(warn) });
});

afterEach(() => {
  const messages = printed.splice(0);
  if (messages.length > 0) throw new Error(`The test wrote to the console:\n${messages.join('\n')}`);
});

afterAll(() => {
  Object.assign(console, { error, warn });
});
