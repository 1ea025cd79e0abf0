import type { Response } from 'express';
import { fail } from '../core/errors.ts';
import type { RequestContext } from '../core/request-context.ts';

/**
 * Less than half of the gateway's limit for a silent service, 2.5 s (`UPSTREAM_TIMEOUT_MS`): two messages may be lost.
 */
const progressEveryMs = 1_000;

/**
 * Returns the result of `work`; throws 504 `timeout` at the request's deadline. `work` then continues, because a
 * started write must finish, and its result is discarded. Meanwhile a 102 Processing (RFC 2518) is sent every second,
 * so that the gateway waits for a slow response but not for a frozen process. A response that `work` streams itself has
 * no deadline after its headers.
 */
export function withinDeadline<T>(context: RequestContext, res: Response, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const check = () => {
      if (res.headersSent || res.destroyed) return;
      // The deadline of an upload is set when its body is received.
      const leftMs = context.deadline - Date.now();
      if (leftMs <= 0) return reject(fail('timeout'));
      if (timer) sendProgress(res);
      timer = setTimeout(check, Math.min(progressEveryMs, leftMs));
    };
    check();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** HTTP/1.0 has no interim responses. */
function sendProgress(res: Response): void {
  if (res.req.httpVersion !== '1.0') res.writeProcessing();
}
