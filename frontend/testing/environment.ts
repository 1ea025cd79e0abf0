import { registerHooks } from 'node:module';
import { runInNewContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-jsdom';
import type { DOMWindow } from 'jsdom';
import { completeWindow } from './window.ts';

/** Globals of the language, which are the same with a window; but jest's timers replace Date and Intl in it. */
const language: string[] = runInNewContext('Object.getOwnPropertyNames(globalThis)');
const ofLanguage = new Set(language.filter((name) => !['Date', 'Intl'].includes(name)));

/** Globals of Node that jest and packages need: those that every browser has and jsdom lacks, and their dependencies. */
const ofNode = new Set(
  [
    ['process', 'Buffer', 'global', 'console', 'setImmediate', 'clearImmediate'],
    ['TextEncoder', 'TextDecoder', 'Response', 'Request', 'structuredClone', 'ReadableStream', 'queueMicrotask'],
  ].flat(),
);

/** Returns a function that restores all globals to their current values. */
function rememberGlobals(): () => void {
  const before = Object.getOwnPropertyDescriptors(globalThis);
  const prototype = Object.getPrototypeOf(globalThis);
  return () => {
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (!Object.hasOwn(before, name)) Reflect.deleteProperty(globalThis, name);
    }
    for (const [name, descriptor] of Object.entries(before)) Reflect.defineProperty(globalThis, name, descriptor);
    Object.setPrototypeOf(globalThis, prototype);
  };
}

/** Replaces the globals with those of a window. */
function expose(window: DOMWindow): void {
  const isPreserved = (name: string) => ofLanguage.has(name) || ofNode.has(name);
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!isPreserved(name)) Reflect.deleteProperty(globalThis, name);
  }
  for (const name of namesOf(window)) {
    if (isPreserved(name)) continue;
    // A test may replace either: `matchMedia` and `window.matchMedia` stay the same.
    Object.defineProperty(globalThis, name, {
      configurable: true,
      enumerable: true,
      get: () => propertyOf(window, name),
      set: (value: unknown) => Reflect.set(window, name, value),
    });
  }
  // A property added to `window` is also a global.
  Object.setPrototypeOf(globalThis, window);
}

/** Includes inherited names: `addEventListener`. */
function namesOf(window: DOMWindow): Set<string> {
  const names = new Set<string>();
  for (let level: object = window; level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) if (name !== 'constructor') names.add(name);
  }
  return names;
}

const listening = ['addEventListener', 'removeEventListener', 'dispatchEvent'];

/** These functions must be called on the window. */
const propertyOf = (window: DOMWindow, name: string): unknown =>
  listening.includes(name) ? Reflect.get(window, name).bind(window) : Reflect.get(window, name);

/** jsdom needs Node's globals; it keeps them, also while those of a window or of a test's clock are active. */
const timers = { setTimeout, clearTimeout, setInterval, clearInterval, queueMicrotask };
const own = { ...timers, performance, Date, atob, btoa };
const key = 'tribus.jsdom';
Object.assign(globalThis, { [Symbol.for(key)]: own });
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!/\/jsdom\/lib\/.*\.js$/.test(url)) return loaded;
    const names = `const { ${Object.keys(own).join(', ')} } = globalThis[Symbol.for('${key}')];`;
    return { ...loaded, source: String(loaded.source).replace('"use strict";', (strict) => `${strict} ${names}`) };
  },
});

/** The window for shared modules while they are loaded: independent of the file that loads them first. */
let windowOfShared: DOMWindow | undefined;

/** The timers of the current file's window, not those of a test's clock. */
let timersOfFile: Pick<DOMWindow, 'setTimeout' | 'clearTimeout'>;

const { setImmediate: soon } = globalThis;

/**
 * The number of tasks that React has scheduled. Its queue belongs to the worker: unfinished tasks of a file would stay
 * in it.
 */
let putOff = 0;

/** The globals that React stores to schedule its work. */
const reactGlobals = {
  setTimeout: (...args: Parameters<DOMWindow['setTimeout']>) => timersOfFile.setTimeout(...args),
  clearTimeout: (timer?: number) => timersOfFile.clearTimeout(timer),
  setImmediate: (work: () => void) => {
    putOff += 1;
    return soon(() => {
      putOff -= 1;
      work();
    });
  },
};

/**
 * A window for one test file, whose properties are the globals of the process meanwhile: a file sees no document,
 * storage, listener or timer of another. Modules shared by files (deploy/tools/testing/file-modules.ts) must not store
 * globals when they are loaded.
 */
export default class BrowserEnvironment extends TestEnvironment {
  protected readonly hasWindow: boolean = true;
  readonly #putGlobalsBack = rememberGlobals();
  readonly #exit = process.exit;
  readonly #window: DOMWindow;

  constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
    const { projectConfig } = config;
    // With scripts the window would be the global object of a context of its own, and modules could not be shared.
    const testEnvironmentOptions = { ...projectConfig.testEnvironmentOptions, runScripts: undefined };
    super({ ...config, projectConfig: { ...projectConfig, testEnvironmentOptions } }, context);
    if (!this.dom) throw new Error('jsdom has no window');
    this.#window = this.dom.window;
    completeWindow(this.#window);
    this.global = globalThis as unknown as typeof this.global;
  }

  override async setup(): Promise<void> {
    await super.setup();
    const { setTimeout, clearTimeout } = this.#window;
    timersOfFile = { setTimeout, clearTimeout };
    if (this.hasWindow) expose(this.#window);
  }

  override async teardown(): Promise<void> {
    while (putOff > 0) await new Promise((resolve) => soon(resolve));
    this.moduleMocker?.restoreAllMocks();
    this.global = this.#window as unknown as typeof this.global;
    await super.teardown();
    this.#putGlobalsBack();
    process.exit = this.#exit;
  }

  /** Runs `load` with a window that belongs to no file. */
  loadShared<T>(load: () => T): T {
    windowOfShared ??= this.#makeWindow();
    const putBack = rememberGlobals();
    expose(windowOfShared);
    Object.assign(globalThis, reactGlobals);
    try {
      return load();
    } finally {
      putBack();
    }
  }

  #makeWindow(): DOMWindow {
    const Dom = this.dom?.constructor as typeof import('jsdom').JSDOM;
    const { window } = new Dom('<!DOCTYPE html>', { pretendToBeVisual: true, url: 'http://localhost/' });
    completeWindow(window);
    return window;
  }

  /** The `jest` object of the tests. */
  get jest(): object {
    const { moduleMocker: mocker, fakeTimersModern: timers } = this;
    if (!mocker || !timers) throw new Error('the environment has been torn down');
    return {
      fn: mocker.fn.bind(mocker),
      spyOn: mocker.spyOn.bind(mocker),
      restoreAllMocks: () => mocker.restoreAllMocks(),
      useFakeTimers: timers.useFakeTimers.bind(timers),
      useRealTimers: () => timers.useRealTimers(),
      advanceTimersByTime: (ms: number) => timers.advanceTimersByTime(ms),
      advanceTimersByTimeAsync: (ms: number) => timers.advanceTimersByTimeAsync(ms),
      runAllTimers: () => timers.runAllTimers(),
      setSystemTime: (now: number | Date) => timers.setSystemTime(now),
    };
  }

  /** jest needs one; nothing is run in it. */
  override getVmContext(): null {
    return null;
  }
}
