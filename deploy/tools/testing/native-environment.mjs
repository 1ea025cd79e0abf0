import { ModuleMocker } from 'jest-mock';

/** Runs tests natively in the process itself: nothing is created for them, and jest's replacements are reverted. */
export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  #console = globalThis.console;
  #exit = process.exit;

  async setup() {}

  async teardown() {
    globalThis.console = this.#console;
    process.exit = this.#exit;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Required by jest; no code runs in it. */
  getVmContext() {
    return null;
  }
}
