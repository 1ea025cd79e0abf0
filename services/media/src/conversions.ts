import { createReadStream, createWriteStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { defineJob, type JobRun } from '@tribus/kit/jobs/definition.ts';
import { jobsAtOnce } from '@tribus/kit/jobs/worker.ts';
import { MediaFailed, MediaProgress, MediaReady } from '@tribus/proto/media/v1/events.ts';
import { z } from 'zod';
import { bytesPerMb, optimisedAboveMb } from '../limits.ts';
import type { Deps } from './deps.ts';
import { openObject } from './object-reads.ts';
import { deleteBlobs } from './objects.ts';
import { ConversionFailure, type FailureReason, type OptimisedFile, optimise } from './optimised-file.ts';
import type { ConvertedVideo, ReplacedVideo } from './store/conversions.ts';
import type { NewObject } from './store/objects.ts';
import type { MediaTx } from './store/store.ts';
import { conversionThreads } from './transcode.ts';
import { locateParts, type Part, unchangedObject } from './uploads.ts';
import { isAboutFile, isTimeout } from './video-probe.ts';
import { videoTypeOf } from './videos.ts';

/** Outages of half an hour are waited out. */
const attempts = 8;
/** Attempts to convert a file that cannot be converted: a machine without memory looks the same. */
const fileAttempts = 2;
/** Progress is reported in steps of this, so at most nine times. */
const stepPercent = 10;
/** Sweeps do not wait for a queue of videos. The turn of a video is added. */
const priority = 10;
/** Half as many conversions as processors, and fewer than jobs, so that no other job waits for them. */
export const conversionsAtOnce = Math.min(
  jobsAtOnce - 1,
  Math.max(1, Math.floor(availableParallelism() / conversionThreads)),
);

export const convertVideo = defineJob('convertVideo', {
  schema: z.object({ key: z.string() }),
  maxAttempts: attempts,
  priority,
  perReplica: conversionsAtOnce,
});

/**
 * Enqueues the conversion of those of a user's videos that need one, once for each. The users whose videos wait take
 * turns, so that many videos of one do not delay the others.
 */
export async function beginConversions(tx: MediaTx, ownerId: string, keys: readonly string[]): Promise<void> {
  for (const { key, turn } of await tx.conversions.begin(ownerId, keys, optimisedAboveMb * bytesPerMb))
    await tx.enqueue(convertVideo, { key }, { priority: priority + turn });
}

type Conclusion = 'replaced' | 'unchanged' | 'failed' | 'deleted';

/**
 * Converts a video and reports the outcome: its replacement, or that the original stays. Ends quietly when the video is
 * deleted meanwhile, or when another attempt has ended the conversion. Throws to be tried again.
 */
export async function convert(deps: Deps, key: string, run: JobRun): Promise<void> {
  run.signal.throwIfAborted();
  const video = await deps.store.conversions.find(key);
  if (video) await deps.metrics.conversion(() => convertOne(deps, video, run));
}

async function convertOne(deps: Deps, video: ConvertedVideo, run: JobRun): Promise<Conclusion> {
  const unneeded = new AbortController();
  const signal = AbortSignal.any([run.signal, unneeded.signal]);
  const progress = new Reports(deps, video, () => unneeded.abort());
  try {
    return await deps.spool.withFolder(async (folder) => {
      const input = { path: join(folder, 'original'), type: videoTypeOf(video) };
      if (!(await fetchTo(deps, video, input.path, signal))) return 'deleted';
      const file = await optimise(deps, input, video, { folder, signal }, (ms) => progress.report(ms));
      await progress.settled();
      return file ? await replace(deps, video, file, signal) : await leave(deps, video);
    });
  } catch (error) {
    await progress.settled();
    run.signal.throwIfAborted();
    if (unneeded.signal.aborted) return 'deleted';
    const reason = reasonOf(error);
    if (reason === undefined || run.attempt < Math.min(fileAttempts, run.maxAttempts)) throw error;
    deps.ctx.log.warn({ err: error, key: video.key, reason }, 'video not converted: the original stays');
    return failConversion(deps, video.key, reason);
  }
}

/** False when the bytes are deleted with their object. */
async function fetchTo(deps: Deps, video: ConvertedVideo, path: string, signal: AbortSignal): Promise<boolean> {
  const blob = await openObject(deps, video);
  if (blob) {
    await pipeline(blob.stream, createWriteStream(path, { mode: 0o600 }), { signal });
    return true;
  }
  if (await deps.store.locations.find(video.key)) throw new Error('the bytes of a video are missing');
  return false;
}

function reasonOf(error: unknown): FailureReason | undefined {
  if (error instanceof ConversionFailure) return error.reason;
  if (isTimeout(error)) return 'timeout';
  return isAboutFile(error) ? 'file_unreadable' : undefined;
}

/** Reports the progress of a conversion, one report after the other. */
class Reports {
  readonly #deps: Deps;
  readonly #video: ConvertedVideo;
  readonly #onDeleted: () => void;
  #reported = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(deps: Deps, video: ConvertedVideo, onDeleted: () => void) {
    this.#deps = deps;
    this.#video = video;
    this.#onDeleted = onDeleted;
  }

  report(convertedMs: number): void {
    const done = (convertedMs / Math.max(1, this.#video.durationMs)) * 100;
    const percent = Math.min(100 - stepPercent, Math.floor(done / stepPercent) * stepPercent);
    if (percent <= this.#reported) return;
    this.#reported = percent;
    this.#last = this.#last.then(() => this.#save(percent));
  }

  settled(): Promise<void> {
    return this.#last;
  }

  async #save(percent: number): Promise<void> {
    const { ctx, store } = this.#deps;
    const { key } = this.#video;
    try {
      const isSaved = await store.transaction(async (tx) => {
        const isFurther = await tx.conversions.advance(key, percent);
        if (isFurther) tx.emit(MediaProgress, { key, percent });
        return isFurther;
      });
      // An earlier attempt may have converted more.
      if (!isSaved && !(await store.conversions.find(key))) this.#onDeleted();
    } catch (error) {
      ctx.log.warn({ err: error, key }, 'progress of a conversion not saved; the next one is');
    }
  }
}

/** Stores the optimised file beside the original, with its poster, leased until the post keeps it. */
async function replace(
  deps: Deps,
  video: ConvertedVideo,
  file: OptimisedFile,
  signal: AbortSignal,
): Promise<Conclusion> {
  const { ctx, store } = deps;
  const poster = await posterOf(deps, video.key);
  const { objects, putBlobs } = await locateParts(deps, partsOf(deps, file, poster));
  const discard = () =>
    deleteBlobs(deps, objects).catch((error) => {
      ctx.log.warn({ err: error }, 'bytes of an unused conversion not deleted; left to the sweep');
    });
  signal.throwIfAborted();
  await putBlobs().catch(async (error) => {
    await discard();
    throw error;
  });
  // When the outcome of the commit is unknown the bytes stay, and without a row they are swept.
  const isReplaced = await store.transaction(async (tx) => {
    const original = await tx.conversions.end(video.key, 'ready');
    if (!original) return false;
    await tx.objects.add(objects.map((object) => ({ ...object, ...inheritedBy(object, original) })));
    tx.emit(MediaReady, { key: video.key, replacementKey: objects[0]?.key ?? '' });
    return true;
  });
  if (!isReplaced) await discard();
  return isReplaced ? 'replaced' : 'deleted';
}

/** The replacement is never visible to more people than the original. */
function inheritedBy({ lqip, mainKey }: NewObject, { lqip: tiny, ...original }: ReplacedVideo) {
  return { ...original, lqip: mainKey === null ? tiny : lqip };
}

interface StoredPoster {
  object: NewObject;
  bytes: Buffer;
}

/** The poster of the original; undefined when it is missing. */
async function posterOf(deps: Deps, key: string): Promise<StoredPoster | undefined> {
  const poster = (await deps.store.objects.withVariants([key])).find(({ variant }) => variant === 'poster');
  const blob = poster && (await openObject(deps, poster));
  return blob ? { object: poster, bytes: await buffer(blob.stream) } : undefined;
}

function partsOf(
  { ctx }: Deps,
  { path, sizeBytes, width, height, durationMs }: OptimisedFile,
  poster: StoredPoster | undefined,
): Part[] {
  const createdAt = ctx.clock.now();
  // The columns of the original replace these when it is known for sure.
  const meta = { ownerId: '', purpose: 'post', visibility: 'signed', collection: '' } as const;
  const file = unchangedObject(meta, { contentType: 'video/mp4', sizeBytes, createdAt });
  const main: NewObject = { ...file, width, height, durationMs, processing: 'ready', metadata: 'removed' };
  const video: Part = { object: main, body: () => createReadStream(path) };
  if (!poster) return [video];
  const { object, bytes } = poster;
  const copy = {
    ...object,
    key: main.key.replace(/\.\w+$/, '.poster.webp'),
    mainKey: main.key,
    createdAt,
    keptAt: null,
  };
  return [video, { object: copy, body: () => bytes }];
}

/** The original stays: no file of it is better. */
async function leave({ store }: Deps, { key }: ConvertedVideo): Promise<Conclusion> {
  return store.transaction(async (tx) => {
    if (!(await tx.conversions.end(key, 'ready'))) return 'deleted';
    tx.emit(MediaReady, { key, replacementKey: key });
    return 'unchanged';
  });
}

/** Reports that a video was not converted, unless its conversion has ended. */
export function failConversion({ store }: Deps, key: string, reason: FailureReason): Promise<Conclusion> {
  return store.transaction(async (tx) => {
    if (!(await tx.conversions.end(key, 'failed'))) return 'deleted';
    tx.emit(MediaFailed, { key, reason });
    return 'failed';
  });
}
