import { randomUUID } from 'node:crypto';
import type { FormFields } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { jobsDone } from '@tribus/kit/testing/jobs.ts';
import { PostVideoChanged } from '@tribus/proto/content/v1/events.ts';
import { MediaFailed, MediaProgress, MediaReady } from '@tribus/proto/media/v1/events.ts';
import { sql } from 'kysely';
import type { Bench } from './bench.ts';

/** The facts of a video of 720 × 1280 pixels with a poster. */
const factsOf = (key: string) => ({
  width: 720,
  height: 1_280,
  durationMs: 9_500,
  lqip: `data:image/webp;base64,${key.length}`,
  variants: [{ name: 'poster' as const, key: `${key}.poster`, width: 720, height: 1_280 }],
});

/** Publishes posts with videos that media is processing, and reports their outcomes as media does. */
export function videosOn(bench: () => Bench) {
  /** Resolves when all reported outcomes are applied. */
  const applied = async () => jobsDone(await bench().db(), 'applyVideoOutcome');
  /** A complete upload; returns its id and the key of its object. */
  const upload = (): { uploadId: string; key: string } => {
    const uploadId = randomUUID();
    const key = `video-${uploadId}`;
    bench().media.videos.set(key, { ...factsOf(key), processing: 'processing' });
    return { uploadId, key };
  };
  return {
    upload,

    async publishVideo(author: Actor, tribeId: number, fields: FormFields = {}, { uploadId, key } = upload()) {
      const post = await bench().publishPost(author, tribeId, { videos: [uploadId], ...fields });
      await applied();
      return { id: String(post.id), path: `/tribes/${tribeId}/posts/${post.id}`, key, video: post.videos[0] };
    },

    /** Media has stored an optimised file; resolves to its key. */
    optimise(key: string): string {
      const replacementKey = `${key}-small`;
      bench().media.videos.set(replacementKey, { ...factsOf(replacementKey), processing: 'ready' });
      return replacementKey;
    },

    async progress(key: string, percent: number): Promise<void> {
      await bench().publish(MediaProgress, { key, percent });
    },

    async ready(key: string, replacementKey: string): Promise<void> {
      await bench().publish(MediaReady, { key, replacementKey });
      await applied();
    },

    async failed(key: string): Promise<void> {
      await bench().publish(MediaFailed, MediaFailed.fromPartial({ key }));
      await applied();
    },

    applied,

    /** The time for which open pages play replaced files is over. */
    async timePasses(): Promise<void> {
      const db = await bench().db();
      await sql`select graphile_worker.reschedule_jobs(
        array(select id from graphile_worker.jobs where task_identifier = 'dropReplacedVideo'), run_at => now())`.execute(
        db,
      );
      await bench().jobsDone();
    },

    /** The changes of the videos of a tribe, in order. */
    async changes(tribeId: number): Promise<[state: string, percent: number][]> {
      const events = await bench().eventsOf(PostVideoChanged, tribeId);
      return events.map(({ state, percent }) => [state, percent]);
    },
  };
}
