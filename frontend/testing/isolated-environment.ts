import { TestEnvironment } from 'jest-environment-jsdom';
import { completeWindow } from './window.ts';

/** A window that is the global object of a context of its own: for tests that replace a module. */
export default class IsolatedEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    if (!this.dom) throw new Error('jsdom has no window');
    Object.assign(this.global, { TextEncoder, TextDecoder, Response, Request, structuredClone });
    completeWindow(this.dom.window);
  }
}
