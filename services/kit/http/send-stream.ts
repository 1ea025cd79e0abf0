import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

interface StreamedResponse {
  status: number;
  headers: Record<string, string>;
}

/**
 * Sends the bytes of `source` and always destroys it, which frees its connection or file, also when the client has
 * disconnected or the response was sent while `source` was opened. Throws when sending fails, but not when the response
 * is already over. Sets the headers here, after opening `source`, so that error responses do not carry them.
 */
export async function sendStream(
  res: Response,
  source: Readable,
  { status, headers }: StreamedResponse,
): Promise<void> {
  try {
    res.status(status).set(headers);
    await pipeline(source, res);
  } catch (error) {
    // A pipeline into a finished response rejects and leaves its source open.
    source.destroy();
    if (!res.destroyed) throw error;
  }
}
