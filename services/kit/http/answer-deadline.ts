import type { Response } from 'express';
import { fail } from '../core/errors.ts';
import type { RequestContext } from '../core/request-context.ts';

/** The gateway gives up a service that shows no sign of life for 2.5 s (`UPSTREAM_TIMEOUT_MS`): two signs may be lost. */
const progressEveryMs = 1_000;

/**
 * The answer of `work`, or 504 `timeout` once the request's deadline is over; `work` then goes on, as a write that was
 * begun has to, and its outcome reaches nobody. While it lasts the gateway is informed every second that the service
 * is alive (102 Processing, RFC 2518), so that a slow answer is waited for and a frozen process is not. An answer that
 * `work` streams itself has no deadline once it has begun.
 */
export function withinDeadline<T>(context: RequestContext, res: Response, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const check = () => {
      if (res.headersSent || res.destroyed) return;
      // The deadline of an upload is set when its body has arrived.
      const leftMs = context.deadline - Date.now();
      if (leftMs <= 0) return reject(fail('timeout'));
      if (timer) sendProgress(res);
      timer = setTimeout(check, Math.min(progressEveryMs, leftMs));
    };
    check();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A client of HTTP/1.0 knows no interim answers. */
function sendProgress(res: Response): void {
  if (res.req.httpVersion !== '1.0') res.writeProcessing();
}
