import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

interface StreamedAnswer {
  status: number;
  headers: Record<string, string>;
}

/**
 * Answers with the bytes of `source`, which is destroyed whatever happens: its connection or file is free again, also
 * when the client left or the answer was sent while `source` was being opened. An answer that is over is no fault;
 * throws what else ends it. The headers are set here, after what can fail: an error must not carry them.
 */
export async function sendStream(res: Response, source: Readable, { status, headers }: StreamedAnswer): Promise<void> {
  try {
    res.status(status).set(headers);
    await pipeline(source, res);
  } catch (error) {
    // A pipeline into a response that is over already rejects and leaves its source open.
    source.destroy();
    if (!res.destroyed) throw error;
  }
}
