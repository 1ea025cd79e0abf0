import BrowserEnvironment from './environment.ts';

/** Of tests that ask for no window: there is none, while what they import is the same. */
export default class BareEnvironment extends BrowserEnvironment {
  protected override readonly hasWindow = false;
}
