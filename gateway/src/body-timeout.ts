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
 * Lets so many bodies arrive at once from each user and each address; others are told so before anything of theirs is
 * read (429). A sender who pauses for too long, or is too slow for too long (arrival-pace.ts), is 408. What has arrived
 * already counts for nothing here.
 */
export function limitBodies({ bodyIdleMs }: BodyLimits): RequestHandler {
  const [users, addresses] = [new ConcurrencyQuota(perUser), new ConcurrencyQuota(perAddress)];
  return (req, res, next) => {
    if (req.complete) return next();
    const { actor, address } = contextOf(res);
    const ofAddress = addresses.take(address);
    const ofUser = ofAddress && (actor.id ? users.take(actor.id) : () => undefined);
    if (!ofAddress || !ofUser) {
      ofAddress?.();
      throw fail('too_many_requests', undefined, { retryAfter: retryAfterSeconds });
    }
    const leave = () => {
      clearInterval(watch);
      ofAddress();
      ofUser();
    };
    const watch = watchPauses(req, res, bodyIdleMs, leave);
    // All of it was read, or the connection ended before.
    req.once('end', leave).once('close', leave);
    return next();
  };
}

/** Breaks off a request whose sender is too slow. While the service takes no more it is not the sender who is slow. */
function watchPauses(req: Request, res: Response, bodyIdleMs: number, leave: () => void): NodeJS.Timeout {
  const pace = new BodyPace(bodyIdleMs);
  const watch = setInterval(() => {
    if (req.complete || req.destroyed) return leave();
    const isSlow = pace.isTooSlow(req.socket.bytesRead, req.readableFlowing === true);
    const { proxied } = contextOf(res);
    if (!isSlow) return;
    if (proxied && !res.headersSent) proxied.destroy(fail('body_too_slow'));
    else req.socket.destroy();
  }, bodyIdleMs);
  return watch.unref();
}
