import { fail } from '@tribus/kit/core/errors.ts';
import type { Request, RequestHandler } from 'express';
import { errors } from './errors.ts';
import { contextOf } from './request-context.ts';
import { hasNoHead, isUpload } from './routes.ts';

const allowed = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
/** Content types of files; the receiving service enforces the exact limit. */
const fileTypes = ['multipart/', 'application/offset+octet-stream'];
const bodyMaxBytes = 1_048_576;
/** Limit of URL and headers; services allow more, for the headers that the gateway adds (listen.ts of the kit). */
const headMaxBytes = 16 * 1024;

/**
 * Refuses invalid requests before reading them: an oversized head, unknown methods, a body on GET or HEAD (two parsers
 * could disagree about its end), an oversized content length. The receiving service bounds bodies without a length.
 */
export function guardRequest(uploadMaxBytes: number): RequestHandler {
  return (req, res, next) => {
    if (headBytes(req) > headMaxBytes) throw errors.fail('head_too_large');
    assertMethod(req, methodsOf(req.method, contextOf(res).path), (methods) => res.set('allow', methods));
    const length = Number(req.headers['content-length'] ?? 0);
    const hasBody = length > 0 || 'transfer-encoding' in req.headers;
    if (hasBody && (req.method === 'GET' || req.method === 'HEAD')) throw fail('malformed_body');
    const type = req.headers['content-type'] ?? '';
    const isFile = fileTypes.some((prefix) => type.startsWith(prefix));
    if (length > (isFile ? uploadMaxBytes : bodyMaxBytes)) throw fail('payload_too_large');
    next();
  };
}

function methodsOf(method: string, path: string): readonly string[] {
  if (method === 'HEAD' && hasNoHead(path)) return ['GET'];
  return isUpload(path) ? [...allowed, 'PATCH'] : allowed;
}

/** Approximate size on the wire. */
const headBytes = ({ url, rawHeaders }: Request): number =>
  rawHeaders.reduce((sum, text) => sum + text.length + 2, url.length);

/** Throws 405 `method_not_allowed` unless the method is in `methods`; calls `setAllow` with the list first. */
export function assertMethod(req: Request, methods: readonly string[], setAllow: (methods: string) => void): void {
  if (methods.includes(req.method)) return;
  setAllow(methods.join(', '));
  throw errors.fail('method_not_allowed');
}
