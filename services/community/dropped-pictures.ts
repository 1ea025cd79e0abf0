import type { Calls } from '@tribus/kit/grpc/client.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import type { Tx } from '@tribus/kit/postgres/postgres.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { z } from 'zod';

/** Objects per call, small enough for media's deadline. */
const keysAtOnce = 20;

/** Retried for weeks: after the commit only the job still has these keys. */
const dropPictures = defineJob('dropPictures', { schema: z.object({ keys: z.array(z.string()) }), maxAttempts: 100 });

/** Enqueues the deletion of pictures in media, effective with the commit. */
export async function dropAfterCommit(tx: Pick<Tx<never>, 'enqueue'>, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.enqueue(dropPictures, { keys: [...keys] });
}

/** The job that a service needs for `dropAfterCommit`. */
export const dropPicturesJob = (media: Pick<Calls<MediaServiceService>, 'deleteObjects'>): Job =>
  job(dropPictures, async ({ keys }, { signal }) => {
    for (let from = 0; from < keys.length; from += keysAtOnce) {
      signal.throwIfAborted();
      await media.deleteObjects({ keys: keys.slice(from, from + keysAtOnce) });
    }
  });
