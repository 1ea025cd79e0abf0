import { spyOn } from 'jest-mock';

/**
 * What `@jest/globals` is to tests that run natively (native-runner.mjs). Each test file has a circus of its own, while
 * the modules that take part in several files, and this one, are loaded once: so what is called is that of the file.
 */
type Globals = Omit<typeof import('@jest/globals'), 'jest'>;

let current: Globals | undefined;

/** Tells whose tests and hooks are registered from now on. */
export function tellGlobals(globals: Globals): void {
  current = globals;
}

function ofTheFile<K extends keyof Globals>(name: K): Globals[K] {
  const now = () => {
    if (!current) throw new Error(`${name} is there within test files only`);
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

/** The part of jest's own that these tests use: modules are given what they need, not replaced. */
export const jest = { spyOn };
