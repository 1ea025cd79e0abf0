import type { Calls } from '@tribus/kit/grpc/client.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import type { Tx } from '@tribus/kit/postgres/postgres.ts';
import { sweepEach } from '@tribus/kit/postgres/sweep.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { z } from 'zod';

/** Objects per call, small enough for media's deadline. */
const keysAtOnce = 20;

const dropPictures = defineJob('dropPictures', {
  schema: z.object({ keys: z.array(z.string()) }),
  maxAttempts: lastingAttempts,
});

/** Enqueues the deletion of pictures in media, effective with the commit. */
export async function dropAfterCommit(tx: Pick<Tx<never>, 'enqueue'>, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.enqueue(dropPictures, { keys: [...keys] });
}

/** The job that a service needs for `dropAfterCommit`. */
export const dropPicturesJob = (media: Pick<Calls<MediaServiceService>, 'deleteObjects'>): Job =>
  job(dropPictures, ({ keys }, { signal }) =>
    // One unavailable store of media does not keep the pictures of the other calls.
    sweepEach(
      signal,
      slicesOf(keys).map((slice) => () => media.deleteObjects({ keys: slice })),
    ),
  );

const slicesOf = (keys: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(keys.length / keysAtOnce) }, (_, index) =>
    keys.slice(index * keysAtOnce, (index + 1) * keysAtOnce),
  );
