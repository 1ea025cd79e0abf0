import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { tribeCollection } from '@tribus/community/media-uploads.ts';
import { minuteMs } from '@tribus/kit/core/durations.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import { PostVideoChanged } from '@tribus/proto/content/v1/events.ts';
import type { MediaFailed, MediaProgress, MediaReady } from '@tribus/proto/media/v1/events.ts';
import type { MediaServiceService, StoredObject } from '@tribus/proto/media/v1/service.ts';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import { visibilityOf } from './picture-access.ts';
import type { PostWithVideos } from './store/post-videos.ts';
import type { ContentTx } from './store/store.ts';
import type { StoredVideo } from './store/tables.ts';
import type { VideoOutcome } from './store/video-outcomes.ts';
import { videoFacts } from './videos.ts';

/** Open pages may play a replaced file for this time; its signed addresses last ten minutes. */
const replacedMinutes = 15;
/** Attempts to apply an outcome while the visibility of the post changes. */
const visibilityAttempts = 5;

interface ProcessingDeps extends Pick<Deps, 'ctx' | 'store'> {
  media: Pick<Calls<MediaServiceService>, 'getObjects' | 'keepObjects' | 'setObjectVisibility'>;
}

const applyVideoOutcome = defineJob('applyVideoOutcome', {
  schema: z.object({ key: z.string() }),
  maxAttempts: lastingAttempts,
});

const dropReplacedVideo = defineJob('dropReplacedVideo', {
  schema: z.object({ postId: z.uuid(), key: z.string() }),
  maxAttempts: lastingAttempts,
});

/**
 * Enqueues that the recorded outcome of a video, if any, is applied to its post. Called by both the publishing of the
 * post and the recording of the outcome: whichever commits last finds the other.
 */
export const applyOutcomeAfterCommit = async (tx: Pick<ContentTx, 'enqueue'>, key: string): Promise<void> =>
  void (await tx.enqueue(applyVideoOutcome, { key }));

export async function onMediaReady(tx: ContentTx, { key, replacementKey }: MediaReady): Promise<void> {
  await tx.videoOutcomes.record(key, replacementKey || key);
  await applyOutcomeAfterCommit(tx, key);
}

export async function onMediaFailed(tx: ContentTx, { key }: Pick<MediaFailed, 'key'>): Promise<void> {
  await tx.videoOutcomes.record(key, null);
  await applyOutcomeAfterCommit(tx, key);
}

/** Progress after the outcome, or before the post is committed, is ignored. */
export async function onMediaProgress(tx: ContentTx, { key, percent }: MediaProgress): Promise<void> {
  const post = await tx.postVideos.findByKey(key);
  const video = post?.videos.find((each) => each.key === key);
  if (post && video?.state === 'processing') emitChanged(tx, post, video, percent);
}

const emitChanged = (tx: ContentTx, post: PostWithVideos, { id, state }: StoredVideo, percent: number) =>
  tx.emit(PostVideoChanged, {
    tribeId: post.tribeId,
    postId: post.id,
    authorId: post.authorId,
    videoId: id,
    state: state ?? 'ready',
    percent,
  });

export const videoJobs = (deps: ProcessingDeps): Job[] => [
  job(applyVideoOutcome, ({ key }) => applyOutcome(deps, key)),
  job(dropReplacedVideo, ({ postId, key }) => deps.store.transaction((tx) => dropReplaced(tx, postId, key))),
];

/**
 * Applies the recorded outcome of a video to its post and to the cases about it. The replacement is kept in media and
 * has the visibility of the post before it is shown.
 */
async function applyOutcome(deps: ProcessingDeps, key: string): Promise<void> {
  const { store } = deps;
  const outcome = await store.videoOutcomes.find(key);
  if (!outcome) return;
  const postId = outcome.postId ?? (await store.postVideos.findByKey(key))?.id;
  // Its publishing enqueues the job again; without it the outcome expires.
  if (postId === undefined) return;
  const shown = await keepShown(deps, outcome, postId);
  for (let attempt = 0; attempt < visibilityAttempts; attempt++) {
    const version = shown && (await sendVisibility(deps, shown, postId));
    if (await store.transaction((tx) => settle(deps, tx, { outcome, postId, shown, version }))) return;
  }
  throw new Error('the visibility of a post changed while its video was replaced');
}

/** Keeps the object to show from now on; undefined if there is none: the first file stays. */
async function keepShown(
  { ctx, store, media }: ProcessingDeps,
  { key, replacementKey }: VideoOutcome,
  postId: string,
): Promise<StoredObject | undefined> {
  if (replacementKey === null) return undefined;
  await store.videoOutcomes.assignTo(key, postId);
  const { missingKeys } = await media.keepObjects({ keys: [replacementKey] });
  const { objects } = await media.getObjects({ keys: [replacementKey] });
  const object = objects.find((each) => each.key === replacementKey);
  if (object && missingKeys.length === 0) return object;
  ctx.log.warn({ postId, key, replacementKey }, 'optimised video is missing in media: the first file stays');
  return undefined;
}

/** Sends media the visibility of the post for the object; returns its version, undefined for a deleted post. */
async function sendVisibility({ store, media }: ProcessingDeps, { key }: StoredObject, postId: string) {
  const post = await store.postVideos.find(postId);
  if (!post) return undefined;
  const { version } = post;
  const collection = tribeCollection(post.tribeId);
  await media.setObjectVisibility({ keys: [key], visibility: visibilityOf(post), version, collection });
  return version;
}

interface Settlement {
  outcome: VideoOutcome;
  postId: string;
  /** As of `keepShown`. */
  shown: StoredObject | undefined;
  /** The visibility version that `shown` has in media. */
  version: number | undefined;
}

/** False when the visibility of the post has changed meanwhile. */
async function settle(
  { ctx }: ProcessingDeps,
  tx: ContentTx,
  { outcome: { key }, postId, shown, version }: Settlement,
): Promise<boolean> {
  const post = await tx.postVideos.lock(postId);
  const video = post?.videos.find((each) => each.key === key);
  if (post && video && shown && post.version !== version) return false;
  // A concurrent run has applied it.
  if (!(await tx.videoOutcomes.delete(key))) return true;
  if (!post || !video) {
    if (shown && shown.key !== key) await dropUnlessShown(tx, shown.key, { postId, post });
    return true;
  }
  const changed = shown ? withObject(video, shown) : withFailure(video);
  if (!changed) return true;
  const videos = post.videos.map((each) => (each === video ? changed : each));
  await tx.postVideos.set(post.id, videos);
  await tx.postVideos.setInCases(post.id, videos);
  emitChanged(tx, post, changed, shown ? 100 : 0);
  if (changed.key !== key) {
    // Jobs are due in machine time.
    const runAt = new Date(Date.now() + replacedMinutes * minuteMs);
    await tx.enqueue(dropReplacedVideo, { postId, key }, { runAt });
    ctx.log.info({ postId, key, replacementKey: changed.key }, 'video replaced by its optimised file');
  }
  return true;
}

/** A late failure does not change a video whose processing has ended. */
const withFailure = (video: StoredVideo): StoredVideo | undefined =>
  video.state === 'processing' ? { ...video, state: 'failed' } : undefined;

function withObject({ state, lost, posterKey: _posterKey, ...video }: StoredVideo, object: StoredObject) {
  if (object.key === video.key) return state && { ...video, ...(lost && { lost }), ...videoFacts(object) };
  return { ...video, ...videoFacts(object), key: object.key, previousKey: video.key };
}

/** Deletes a replacement that was kept for a post that is deleted; its evidence may show it. */
async function dropUnlessShown(
  tx: ContentTx,
  key: string,
  { postId, post }: { postId: string; post: PostWithVideos | undefined },
): Promise<void> {
  if (post?.videos.some((video) => video.key === key)) return;
  if (!(await tx.postVideos.isInCase(postId, key))) await dropAfterCommit(tx, [key]);
}

async function dropReplaced(tx: ContentTx, postId: string, key: string): Promise<void> {
  const post = await tx.postVideos.lock(postId);
  if (post?.videos.some(({ previousKey }) => previousKey === key))
    await tx.postVideos.set(
      postId,
      post.videos.map(({ previousKey, ...video }) => ({
        ...video,
        ...(previousKey && previousKey !== key && { previousKey }),
      })),
    );
  await dropAfterCommit(tx, [key]);
}
