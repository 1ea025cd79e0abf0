/** A fault that the ad of a preview reports. */
export interface AdFault {
  /** A file did not load, or a script failed while it ran. */
  kind: 'load' | 'run';
  /** The address of the file or the error's message; '' when the browser hides it, as for scripts of other sites. */
  text: string;
}

const textMax = 300;

/** A script that runs in the frame before the ad and sends each fault to the page around it. */
export const faultReporter = `<script>(() => {
  const report = (adFault, text) => parent.postMessage({ adFault, text: String(text ?? '').slice(0, ${textMax}) }, '*');
  addEventListener('error', ({ target, message }) => {
    if (target === window) report('run', message);
    else report('load', target.src || target.href);
  }, true);
  addEventListener('unhandledrejection', ({ reason }) => report('run', reason?.message ?? reason));
})()</script>`;

/** Returns the fault in a message of an ad, which may send anything; null without one. */
export function readFault(message: unknown): AdFault | null {
  const { adFault, text }: Partial<Record<'adFault' | 'text', unknown>> = Object(message);
  if ((adFault !== 'load' && adFault !== 'run') || typeof text !== 'string') return null;
  const isHidden = /^script error\.?$/i.test(text);
  return { kind: adFault, text: isHidden ? '' : text.slice(0, textMax) };
}
