import type { Context } from '@tribus/kit/core/context.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { acquireFor, type Release } from '@tribus/kit/http/acquire.ts';
import type { Request, RequestHandler, Response } from 'express';
import { BodyRate } from './body-rate.ts';
import { ClientQuota } from './client-quota.ts';
import { contextOf } from './request-context.ts';

/** Limits of concurrently arriving bodies; `retryAfter` is in seconds. */
const limits = { perUser: 32, perAddress: 64, retryAfter: 5 };

export interface BodyLimits {
  /** The longest pause within a body, in milliseconds. */
  bodyIdleMs: number;
}

/**
 * Limits the concurrent incoming bodies of a user and of an address; above the limit throws 429 before reading. A
 * sender that pauses or stays below the minimum rate (body-rate.ts) for too long gets 408. Complete bodies do not
 * count.
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

/** Aborts a request whose sender is too slow; backpressure from the service does not count. */
function watchPauses(req: Request, res: Response, bodyIdleMs: number, release: Release): NodeJS.Timeout {
  const rate = new BodyRate(bodyIdleMs);
  const watch = setInterval(() => {
    // The body is complete; only the response is pending.
    if (req.complete) return release();
    const isSlow = rate.isTooSlow(req.socket.bytesRead, req.readableFlowing === true);
    const { upstreamRequest } = contextOf(res);
    if (!isSlow) return;
    if (upstreamRequest && !res.headersSent) upstreamRequest.destroy(fail('body_too_slow'));
    else req.socket.destroy();
  }, bodyIdleMs);
  return watch.unref();
}
