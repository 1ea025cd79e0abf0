import { availableParallelism } from 'node:os';
import type { Context } from '@tribus/kit/core/context.ts';
import { type BulkheadPolicy, bulkhead } from 'cockatiel';
import type { MediaMetrics } from './metrics.ts';
import { conversionThreads } from './transcode.ts';

/** One less than the jobs that run at once, so that sweeps never wait for a conversion. */
const jobsMax = 3;

/**
 * Limits the conversions of videos in one process by its processors. One waits in its job, if another job can still
 * run beside it; further ones are rejected.
 */
export function openConversionSlots(ctx: Context, metrics: MediaMetrics): BulkheadPolicy {
  const concurrency = Math.min(jobsMax, Math.max(1, Math.floor(availableParallelism() / conversionThreads)));
  const slots = bulkhead(concurrency, Math.min(1, jobsMax - concurrency));
  metrics.watchConversions(ctx, () => concurrency - slots.executionSlots);
  return slots;
}
