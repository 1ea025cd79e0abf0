import type { Calls } from '@tribus/kit/grpc/client.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import type { Tx } from '@tribus/kit/postgres/postgres.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { z } from 'zod';

/** Of one call, so that media ends it in time. */
const keysAtOnce = 20;

/** No row says any more that these pictures are to go, so it is tried for weeks, not for hours. */
const dropPictures = defineJob('dropPictures', { schema: z.object({ keys: z.array(z.string()) }), maxAttempts: 100 });

/** Has media delete pictures that nothing shows once the transaction is committed. */
export async function dropAfterCommit(tx: Pick<Tx<never>, 'enqueue'>, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.enqueue(dropPictures, { keys: [...keys] });
}

/** What a service whose transactions use `dropAfterCommit` lists among its jobs. */
export const dropPicturesJob = (media: Pick<Calls<MediaServiceService>, 'deleteObjects'>): Job =>
  job(dropPictures, async ({ keys }, { signal }) => {
    for (let from = 0; from < keys.length; from += keysAtOnce) {
      signal.throwIfAborted();
      await media.deleteObjects({ keys: keys.slice(from, from + keysAtOnce) });
    }
  });
