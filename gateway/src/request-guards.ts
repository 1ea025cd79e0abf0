import { fail } from '@tribus/kit/core/errors.ts';
import type { Request, RequestHandler } from 'express';
import { errors } from './errors.ts';
import { contextOf } from './request-context.ts';
import { isHeadOfStream } from './routes.ts';

const allowed = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
const bodyMaxBytes = 1_048_576;
/** Of the address and the headers; services take more, for what the gateway adds (listen.ts of the kit). */
const headMaxBytes = 16 * 1024;

/**
 * Refuses what could not be right before anything of it is read: a head that is too long, other methods, a body where
 * none belongs (two readers could see its end in two places), one that says itself that it is too large. A body that says nothing of its size is
 * bounded by the service that reads it.
 */
export function guardRequest(uploadMaxBytes: number): RequestHandler {
  return (req, res, next) => {
    if (headBytes(req) > headMaxBytes) throw errors.fail('head_too_large');
    const methods = isHeadOfStream(req.method, contextOf(res).path) ? ['GET'] : allowed;
    assertMethod(req, methods, (methods) => res.set('allow', methods));
    const length = Number(req.headers['content-length'] ?? 0);
    const hasBody = length > 0 || 'transfer-encoding' in req.headers;
    if (hasBody && (req.method === 'GET' || req.method === 'HEAD')) throw fail('malformed_body');
    const isMultipart = req.headers['content-type']?.startsWith('multipart/') ?? false;
    if (length > (isMultipart ? uploadMaxBytes : bodyMaxBytes)) throw fail('payload_too_large');
    next();
  };
}

/** As it was sent, give or take what separates its parts. */
const headBytes = ({ url, rawHeaders }: Request): number =>
  rawHeaders.reduce((sum, text) => sum + text.length + 2, url.length);

/** Throws 405 `method_not_allowed` for any other method than `methods`, after saying which those are. */
export function assertMethod(req: Request, methods: readonly string[], say: (methods: string) => void): void {
  if (methods.includes(req.method)) return;
  say(methods.join(', '));
  throw errors.fail('method_not_allowed');
}
