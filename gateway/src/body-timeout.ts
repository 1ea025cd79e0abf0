import type { Context } from '@tribus/kit/core/context.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { acquireFor, type Release } from '@tribus/kit/http/acquire.ts';
import type { Request, RequestHandler, Response } from 'express';
import { BodyPace } from './body-pace.ts';
import { ClientQuota } from './client-quota.ts';
import { contextOf } from './request-context.ts';

/** Bodies on their way at once. */
const limits = { perUser: 32, perAddress: 64, retryAfter: 5 };

export interface BodyLimits {
  /** How long a sender may pause in the middle of a body. */
  bodyIdleMs: number;
}

/**
 * Limits how many bodies of a user and of an address arrive at once; one more is 429 before anything of it is read. A
 * sender who pauses for too long, or is too slow for too long (body-pace.ts), is 408. A body that has arrived counts no
 * more.
 */
export function limitBodies(ctx: Context, { bodyIdleMs }: BodyLimits): RequestHandler {
  const quota = new ClientQuota(limits);
  ctx.metrics.watchSlots({ kind: 'body', inUse: () => quota.total });
  return (req, res, next) => {
    if (req.complete) return next();
    const { actor, address } = contextOf(res);
    const release: Release | undefined = acquireFor(req, () => {
      const releaseQuota = quota.take({ userId: actor.id, address });
      const watch = watchPauses(req, res, bodyIdleMs, () => release?.());
      return () => {
        clearInterval(watch);
        releaseQuota();
      };
    });
    if (!release) return;
    req.once('end', release);
    return next();
  };
}

/** Breaks off a request whose sender is too slow. While the service takes no more it is not the sender who is slow. */
function watchPauses(req: Request, res: Response, bodyIdleMs: number, release: Release): NodeJS.Timeout {
  const pace = new BodyPace(bodyIdleMs);
  const watch = setInterval(() => {
    // Only the service is waited for by now.
    if (req.complete) return release();
    const isSlow = pace.isTooSlow(req.socket.bytesRead, req.readableFlowing === true);
    const { upstreamRequest } = contextOf(res);
    if (!isSlow) return;
    if (upstreamRequest && !res.headersSent) upstreamRequest.destroy(fail('body_too_slow'));
    else req.socket.destroy();
  }, bodyIdleMs);
  return watch.unref();
}
