import type { Readable } from 'node:stream';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { fail, isRefusal } from '@tribus/kit/core/errors.ts';
import { currentRequest } from '@tribus/kit/core/request-context.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { FormFile } from '@tribus/kit/http/multipart.ts';
import { hasLateBody } from '@tribus/kit/http/sender.ts';
import { truncate } from '@tribus/kit/http/text.ts';
import type { MediaServiceService, StoredObject, UploadMeta, UploadRequest } from '@tribus/proto/media/v1/service.ts';
import { getCurrentActor, type Sessions } from './current-actor.ts';

/** The collection of a tribe's pictures in media, whose visibility follows the tribe's. */
export const tribeCollection = (tribeId: number): string => `tribe:${tribeId}`;

const chunkBytes = 256 * 1024;
const nameMax = 200;

/** Encodes a file as messages of `MediaService.Upload`: metadata first, then the bytes in order. */
export async function* uploadRequest(meta: UploadMeta, file: Readable): AsyncGenerator<UploadRequest> {
  yield { part: { $case: 'meta', value: meta } };
  for await (const bytes of file) {
    for (let from = 0; from < bytes.length; from += chunkBytes)
      yield { part: { $case: 'chunk', value: bytes.subarray(from, from + chunkBytes) } };
  }
}

interface Uploader {
  ctx: Context;
  identity: Sessions;
  media: Pick<Calls<MediaServiceService>, 'upload' | 'deleteObjects'>;
}

/** Streams a file of a form to media and returns the stored object. Rethrows media's refusal. */
export type UploadFile = (about: Omit<UploadMeta, 'originalName'>, file: FormFile) => Promise<StoredObject>;

export interface UploadSteps<D, S> {
  /** Reads the request and uploads its files with `take`; commits nothing. */
  receive(take: UploadFile): Promise<D>;
  /**
   * Commits the row that shows the pictures. If `isLate`, earlier checks of permissions may be outdated: it checks them
   * again, with `sender`, the current actor. A form without files that arrives with its head is not late.
   */
  save(received: D, sender: Actor, isLate: boolean): Promise<S>;
  /** The keys of the pictures in the saved row; a repeated request returns those of the first one. */
  shownKeys(saved: S): readonly string[];
}

/**
 * Saves a row with the pictures of the same request. Deletes pictures that no row shows at once; when the outcome of
 * the commit is unknown they stay, and media's sweep deletes the unused ones. Throws the errors of the steps, 401 when the
 * sender's session ended while the body arrived, and 403 `account_silenced` when the sender was silenced meanwhile.
 */
export async function saveWithUploads<D, S>(uploader: Uploader, actor: Actor, steps: UploadSteps<D, S>): Promise<S> {
  const keys: string[] = [];
  let maySave = false;
  try {
    const received = await steps.receive(async (about, file) => {
      const object = await upload(uploader, about, file);
      keys.push(object.key);
      return object;
    });
    const isLate = keys.length > 0 || hasLateBody(uploader.ctx.timeLimits, currentRequest());
    const sender = isLate ? await getCurrentActor(uploader.identity, actor) : actor;
    if (sender.isSilenced) throw fail('account_silenced');
    maySave = true;
    const saved = await steps.save(received, sender, isLate);
    const shown = new Set(steps.shownKeys(saved));
    await deleteUploads(
      uploader,
      keys.filter((key) => !shown.has(key)),
    );
    return saved;
  } catch (error) {
    // A commit may succeed although its response is lost; only a refusal proves that there is no row.
    if (!maySave || isRefusal(error)) await deleteUploads(uploader, keys);
    throw error;
  }
}

async function upload({ media }: Uploader, about: Omit<UploadMeta, 'originalName'>, file: FormFile) {
  const meta = { ...about, originalName: truncate(file.name, nameMax) };
  const { object } = await media.upload(uploadRequest(meta, file.stream));
  if (!object) throw new Error('media returned no object');
  return object;
}

/** A failure is logged only: media's sweep deletes the remaining uploads. */
async function deleteUploads({ ctx, media }: Uploader, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await media.deleteObjects({ keys }).catch((error) => {
    ctx.log.warn({ err: error, keys }, 'unused uploads not deleted; left to the sweep of media');
  });
}
