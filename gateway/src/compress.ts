import { constants } from 'node:zlib';
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';

/**
 * Compresses text responses, except event streams, which must not be buffered, and ranges, whose bytes are counted. At
 * these levels compression costs less than it saves on two cores.
 */
export function compressTexts(): RequestHandler {
  const compress = compression({
    level: 3,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 18 } },
    filter: (req: Request, res: Response) =>
      !String(res.getHeader('content-type')).startsWith('text/event-stream') &&
      !res.hasHeader('content-range') &&
      compression.filter(req, res),
  });
  return (req, res, next) => (req.headers['accept-encoding'] ? compress(req, res, next) : next());
}
