import { createReadStream } from 'node:fs';
import { defineJob, type JobRun } from '@tribus/kit/jobs/definition.ts';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import { newBlobKey } from './move-objects.ts';
import { openObject } from './object-reads.ts';
import { deleteBlobs } from './objects.ts';
import { blobKeyOf, type ObjectLocation } from './store/object-locations.ts';
import type { EarlierVideo } from './store/video-metadata.ts';
import { type StrippedVideo, stripVideo } from './stripped-video.ts';
import type { VideoInput } from './transcode.ts';
import { isAboutFile } from './video-probe.ts';
import { videoTypeOf } from './videos.ts';

/** Attempts with a file that cannot be read: a machine without memory looks the same. */
const fileAttempts = 2;
/** Behind conversions and sweeps. */
const priority = 20_000;
const batchSize = 100;

/** Removes the metadata of one video. */
export const stripEarlierVideo = defineJob('stripEarlierVideo', {
  schema: z.object({ key: z.string() }),
  priority,
  perReplica: 1,
});

/** Enqueues a job for each video that an earlier version stored with its metadata. */
export async function enqueueEarlierVideos({ store }: Pick<Deps, 'store'>, signal: AbortSignal): Promise<void> {
  for (let count = batchSize; count === batchSize; ) {
    signal.throwIfAborted();
    count = await store.transaction(async (tx) => {
      const keys = await tx.videoMetadata.begin(batchSize);
      for (const key of keys) await tx.enqueue(stripEarlierVideo, { key });
      return keys.length;
    });
  }
}

/**
 * Stores a video again without its metadata, under the same key. The former bytes have no row from then on and are
 * swept, later than replicas serve them by a cached row. A file that cannot be read stays as it is. Ends quietly when
 * the video is deleted, or another attempt has ended; throws to be tried again.
 */
export async function stripEarlier(deps: Deps, key: string, run: JobRun): Promise<void> {
  run.signal.throwIfAborted();
  const video = await deps.store.videoMetadata.find(key);
  if (!video) return;
  try {
    const work = () => withStripped(deps, video, (stripped) => storeAgain(deps, video, stripped));
    await deps.inspections.execute(video.ownerId, work, run.signal);
  } catch (error) {
    run.signal.throwIfAborted();
    if (!isAboutFile(error) || run.attempt < fileAttempts) throw error;
    await deps.store.videoMetadata.giveUp(key, 'unremovable');
    deps.ctx.log.warn({ err: error, key }, 'metadata of a video not removed: the file cannot be read');
  }
}

/** After the last attempt: the removal begins again with the next batch. */
export const postponeEarlier = ({ store }: Pick<Deps, 'store'>, key: string): Promise<void> =>
  store.videoMetadata.giveUp(key, null);

/** Passes the file without metadata; both files are removed afterwards. */
function withStripped<T>(deps: Deps, video: EarlierVideo, work: (stripped: StrippedVideo) => Promise<T>): Promise<T> {
  return deps.spool.withFile(async (file) => {
    const blob = await openObject(deps, video);
    if (!blob) throw new Error('the bytes of a video are missing');
    for await (const chunk of blob.stream) await file.append(chunk);
    await file.close();
    const input: VideoInput = { path: file.path, type: videoTypeOf(video) };
    return deps.spool.withFolder(async (folder) => work(await stripVideo(deps, input, folder)));
  }, video.ownerId);
}

async function storeAgain(deps: Deps, video: EarlierVideo, { path, sizeBytes }: StrippedVideo): Promise<void> {
  const { ctx, objectStores, servedObjects, store } = deps;
  const { key, contentType } = video;
  const target = await objectStores.current();
  const to: ObjectLocation = { key, storeId: target.id, blobKey: newBlobKey(key, target) };
  const discard = () =>
    deleteBlobs(deps, [to]).catch((error) => {
      ctx.log.warn({ err: error, key }, 'unused copy of a video not deleted; left to the sweep');
    });
  await target.blobs
    .put(blobKeyOf(to), createReadStream(path), { contentType, size: sizeBytes })
    .catch(async (error) => {
      await discard();
      throw error;
    });
  // When the outcome is unknown both files stay, and the one without a row is swept.
  const isReplaced = await store.videoMetadata.replace(video, { ...to, sizeBytes });
  servedObjects.delete(key);
  if (isReplaced) return;
  await discard();
  if (await store.videoMetadata.find(key)) throw new Error('the bytes of a video have moved meanwhile');
}
