import type { Context } from '@tribus/kit/core/context.ts';
import { type BulkheadPolicy, bulkhead } from 'cockatiel';
import type { MediaMetrics } from './metrics.ts';

const concurrency = 2;
const queueCapacity = 60;

/** Limits the encoding of pictures in one process: two at once, sixty more wait, further ones are rejected. */
export function openEncoding(ctx: Context, metrics: MediaMetrics): BulkheadPolicy {
  const encoding = bulkhead(concurrency, queueCapacity);
  metrics.watch(ctx, encoding, { concurrency, queueCapacity });
  return encoding;
}
