import BrowserEnvironment from './environment.ts';

/** For tests without a window: there is none, while their imports are the same. */
export default class BareEnvironment extends BrowserEnvironment {
  protected override readonly hasWindow = false;
}
