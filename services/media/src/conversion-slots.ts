import { availableParallelism } from 'node:os';
import type { Context } from '@tribus/kit/core/context.ts';
import { type BulkheadPolicy, bulkhead } from 'cockatiel';
import type { MediaMetrics } from './metrics.ts';
import { conversionThreads } from './transcode.ts';

/** Fewer than the jobs that run at once. */
const mostAtOnce = 3;

/** Limits the conversions of videos in one process by its processors; the others wait, in their jobs. */
export function openConversionSlots(ctx: Context, metrics: MediaMetrics): BulkheadPolicy {
  const concurrency = Math.min(mostAtOnce, Math.max(1, Math.floor(availableParallelism() / conversionThreads)));
  const slots = bulkhead(concurrency, Number.POSITIVE_INFINITY);
  metrics.watchConversions(ctx, () => concurrency - slots.executionSlots);
  return slots;
}
