import type { Readable } from 'node:stream';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { fail, isRefusal } from '@tribus/kit/core/errors.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { FormFile } from '@tribus/kit/http/multipart.ts';
import { truncate } from '@tribus/kit/http/text.ts';
import type { MediaServiceService, StoredObject, UploadMeta, UploadRequest } from '@tribus/proto/media/v1/service.ts';
import { getCurrentActor, type Sessions } from './current-actor.ts';

/** What media calls the pictures of a tribe, whose visibility changes with the tribe's. */
export const tribeCollection = (tribeId: number): string => `tribe:${tribeId}`;

const chunkBytes = 256 * 1024;
const nameMax = 200;

/** A file on its way to media as the messages of `MediaService.Upload`: what it is, then its bytes in order. */
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

/** Hands a file of a form on to media and answers what media made of it. What media refuses is thrown as media says it. */
export type UploadFile = (about: Omit<UploadMeta, 'originalName'>, file: FormFile) => Promise<StoredObject>;

export interface UploadSteps<D, S> {
  /** Reads the request and hands its files on with `take`; commits nothing. */
  receive(take: UploadFile): Promise<D>;
  /**
   * Commits the row that shows the pictures, if the sender may still do that: nothing that was asked before the body came
   * holds any more. `sender` is who they are now.
   */
  save(received: D, sender: Actor): Promise<S>;
  /** The keys of the pictures that the saved row shows; a repeated request shows those of the first one. */
  shownKeys(saved: S): readonly string[];
}

/**
 * Saves a row with the pictures that came in the same request. Pictures that no row shows are deleted at once; those
 * of a row of which it is not known whether it was committed stay, for media's sweep deletes what nobody keeps.
 * Throws what a step throws, 401 when the session of the sender ended while the body arrived, and 403 `account_silenced`
 * when they may only read since.
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
    const sender = await getCurrentActor(uploader.identity, actor);
    if (sender.isSilenced) throw fail('account_silenced');
    maySave = true;
    const saved = await steps.save(received, sender);
    const shown = new Set(steps.shownKeys(saved));
    await deleteUploads(
      uploader,
      keys.filter((key) => !shown.has(key)),
    );
    return saved;
  } catch (error) {
    // The answer to a commit may be lost after it took effect; only what was refused is certain not to be there.
    if (!maySave || isRefusal(error)) await deleteUploads(uploader, keys);
    throw error;
  }
}

async function upload({ media }: Uploader, about: Omit<UploadMeta, 'originalName'>, file: FormFile) {
  const meta = { ...about, originalName: truncate(file.name, nameMax) };
  const { object } = await media.upload(uploadRequest(meta, file.stream));
  if (!object) throw new Error('media answered without an object');
  return object;
}

/** What this misses, media's sweep finds. */
async function deleteUploads({ ctx, media }: Uploader, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await media.deleteObjects({ keys }).catch((error) => {
    ctx.log.warn({ err: error }, 'unused uploads were not deleted; they wait for the sweep');
  });
}
