import { openingTime } from '@tribus/community/opening-time.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import type { AppError } from '@tribus/kit/core/errors.ts';
import { PostAnnounced } from '@tribus/proto/content/v1/events.ts';
import { announcementHours } from '../limits.ts';
import type { PostRef } from './comments.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { type ModeratedPost, moderatePost } from './pins.ts';
import type { LockedPost } from './store/posts.ts';
import type { ContentTx } from './store/store.ts';

/**
 * Marks a post as an announcement of its tribe, or unmarks it; for moderators. The members are notified the first time
 * only. Throws 409 `hidden_unannounced` for a hidden post, and 409 `announced_recently` within a day of another
 * announcement; of concurrent attempts one succeeds.
 */
export const setAnnounced = (deps: Deps, actor: Actor, ref: PostRef, isAnnouncement: boolean): Promise<ModeratedPost> =>
  moderatePost(deps, actor, ref, async (tx, post) => {
    if (isAnnouncement && post.hiddenCause !== null) throw errors.fail('hidden_unannounced');
    if (isAnnouncement && !(await tx.announcements.has(post.id))) await announce(deps, tx, actor, post);
    await tx.announcements.setShown(post.id, isAnnouncement);
  });

async function announce({ ctx }: Deps, tx: ContentTx, actor: Actor, post: LockedPost): Promise<void> {
  const { id: postId, tribeId, authorId, minLevelOrder } = post;
  const announcedAt = ctx.clock.now();
  const nextAt = new Date(announcedAt.getTime() + announcementHours * hourMs);
  if (!(await tx.announcements.insert({ postId, tribeId, announcedAt, nextAt })))
    throw announcedRecently(await tx.announcements.nextAt(tribeId), announcedAt);
  tx.emit(PostAnnounced, { tribeId, postId, authorId, minLevelOrder, announcedById: actor.id });
}

/** The error with the time of the next possible announcement. */
function announcedRecently(opensAt: Date, now: Date): AppError {
  const { waitMs, options } = openingTime(opensAt, now);
  return errors.fail('announced_recently', { wait: Math.ceil(waitMs / hourMs) }, options);
}
