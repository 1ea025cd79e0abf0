import { ModuleMocker } from 'jest-mock';

/** The process itself is where tests run natively: nothing is made for them, and what jest replaces is put back. */
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

  /** jest asks for one; nothing is run in it. */
  getVmContext() {
    return null;
  }
}
