import type { Readable } from 'node:stream';
import type { UploadMeta, UploadRequest } from '@tribus/proto/media/v1/service.ts';

/** What media calls the pictures of a tribe, whose visibility changes with the tribe's. */
export const tribeCollection = (tribeId: number): string => `tribe:${tribeId}`;

const chunkBytes = 256 * 1024;

/** A file on its way to media as the messages of `MediaService.Upload`: what it is, then its bytes in order. */
export async function* uploadRequest(meta: UploadMeta, file: Readable): AsyncGenerator<UploadRequest> {
  yield { part: { $case: 'meta', value: meta } };
  for await (const bytes of file) {
    for (let from = 0; from < bytes.length; from += chunkBytes)
      yield { part: { $case: 'chunk', value: bytes.subarray(from, from + chunkBytes) } };
  }
}
