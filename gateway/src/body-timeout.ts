import { ConcurrencyQuota } from '@tribus/kit/http/shares.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { Request, RequestHandler, Response } from 'express';
import { BodyPace } from './body-pace.ts';
import { contextOf } from './request-context.ts';

/** Bodies that one user may be sending at once. */
const perUser = 32;
/** And one address: many people may share it. */
const perAddress = 64;
const retryAfterSeconds = 5;

export interface BodyLimits {
  /** How long a sender may pause in the middle of a body. */
  bodyIdleMs: number;
}

/**
 * Limits how many bodies of a user and of an address arrive at once; one more is 429 before anything of it is read. A
 * sender who pauses for too long, or is too slow for too long (body-pace.ts), is 408. A body that has arrived counts no
 * more.
 */
export function limitBodies({ bodyIdleMs }: BodyLimits): RequestHandler {
  const [users, addresses] = [new ConcurrencyQuota(perUser), new ConcurrencyQuota(perAddress)];
  return (req, res, next) => {
    if (req.complete) return next();
    const { actor, address } = contextOf(res);
    const releaseAddress = addresses.take(address);
    const releaseUser = releaseAddress && (actor.id ? users.take(actor.id) : () => undefined);
    if (!releaseAddress || !releaseUser) {
      releaseAddress?.();
      throw fail('too_many_requests', undefined, { retryAfter: retryAfterSeconds });
    }
    const release = () => {
      clearInterval(watch);
      releaseAddress();
      releaseUser();
    };
    const watch = watchPauses(req, res, bodyIdleMs, release);
    // All of it was read, or the connection ended before.
    req.once('end', release).once('close', release);
    return next();
  };
}

/** Breaks off a request whose sender is too slow. While the service takes no more it is not the sender who is slow. */
function watchPauses(req: Request, res: Response, bodyIdleMs: number, release: () => void): NodeJS.Timeout {
  const pace = new BodyPace(bodyIdleMs);
  const watch = setInterval(() => {
    if (req.complete || req.destroyed) return release();
    const isSlow = pace.isTooSlow(req.socket.bytesRead, req.readableFlowing === true);
    const { upstreamRequest } = contextOf(res);
    if (!isSlow) return;
    if (upstreamRequest && !res.headersSent) upstreamRequest.destroy(fail('body_too_slow'));
    else req.socket.destroy();
  }, bodyIdleMs);
  return watch.unref();
}
