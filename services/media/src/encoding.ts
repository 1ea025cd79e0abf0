import type { Context } from '@tribus/kit/core/context.ts';
import type { MediaMetrics } from './metrics.ts';
import { UserSlots } from './user-slots.ts';

const limits = { concurrency: 2, queueCapacity: 60 };

/** Limits the encoding of pictures in one process: two at once, those of sixty more users wait. */
export function openEncoding(ctx: Context, metrics: MediaMetrics): UserSlots {
  const encoding = new UserSlots(limits);
  metrics.watchEncoding(ctx, encoding);
  return encoding;
}

/** Limits the inspection of videos likewise; pictures do not wait for them. Two of 200 MB fit in the folder of uploads. */
export function openInspections(ctx: Context, metrics: MediaMetrics): UserSlots {
  const inspections = new UserSlots(limits);
  metrics.watchInspections(ctx, inspections);
  return inspections;
}
