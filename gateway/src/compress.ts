import { constants } from 'node:zlib';
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';

/**
 * Packs texts. Not streams of events, which must arrive as they happen, nor a part of a file, whose bytes are counted.
 * The settings are those at which packing costs less than it saves on two cores.
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
