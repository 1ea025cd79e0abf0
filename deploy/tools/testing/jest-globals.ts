import { spyOn } from 'jest-mock';

/**
 * `@jest/globals` for tests that run natively (native-runner.mjs). Each test file has its own circus, while shared
 * modules and this one are loaded once: calls are forwarded to the current file's globals.
 */
type Globals = Omit<typeof import('@jest/globals'), 'jest'>;

let current: Globals | undefined;

/** Sets the circus that tests and hooks are registered with from now on. */
export function setGlobals(globals: Globals): void {
  current = globals;
}

function ofTheFile<K extends keyof Globals>(name: K): Globals[K] {
  const now = () => {
    if (!current) throw new Error(`${name} is only available in test files`);
    return current[name];
  };
  // A function, so that it can be called; its properties are those of the real one (`test.each`).
  return new Proxy((() => undefined) as unknown as Globals[K] & object, {
    apply: (_target, self, args) => Reflect.apply(now() as (...args: unknown[]) => unknown, self, args),
    get: (_target, property) => Reflect.get(now() as object, property),
  });
}

export const afterAll = ofTheFile('afterAll');
export const afterEach = ofTheFile('afterEach');
export const beforeAll = ofTheFile('beforeAll');
export const beforeEach = ofTheFile('beforeEach');
export const describe = ofTheFile('describe');
export const expect = ofTheFile('expect');
export const test = ofTheFile('test');

/** The only function of jest's own in use: modules get their dependencies passed instead of mocked. */
export const jest = { spyOn };
