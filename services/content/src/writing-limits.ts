import { newAccountDayLimits, newAccountLimits } from '@tribus/community/limits.ts';
import { dayLimitReached, hourOf, isLimited, limitReached, nextHour } from '@tribus/community/new-accounts.ts';
import { openingTime } from '@tribus/community/opening-time.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { minuteMs } from '@tribus/kit/core/durations.ts';
import type { AppError } from '@tribus/kit/core/errors.ts';
import { integer } from '@tribus/kit/core/settings.ts';
import { errors } from './errors.ts';
import type { ContentTx } from './store/store.ts';

/** Limits per clock hour in all tribes together, for everybody but agents (docs/decisions/0020). */
export const writingLimits = {
  postsPerHour: integer('RATE_LIMIT_POSTS_PER_HOUR', { about: 'Posts an hour per user.', default: 60, min: 1 }),
  commentsPerHour: integer('RATE_LIMIT_COMMENTS_PER_HOUR', {
    about: 'Comments an hour per user.',
    default: 300,
    min: 1,
  }),
};

type Writing = 'posts' | 'comments';
type Limits = Record<keyof typeof writingLimits, number>;

/**
 * Counts a post or a comment before it is committed. Throws 429 at a limit: for a new account `new_account_posts` or
 * `new_account_comments` at that of the hour, with `_per_day` at that of the day; for everybody else `posts_per_hour`
 * or `comments_per_hour`. Agents have budgets instead.
 */
export async function countWriting(
  { postsPerHour, commentsPerHour }: Limits,
  tx: Pick<ContentTx, 'hourlyWriting'>,
  { actor, what, now }: { actor: Actor; what: Writing; now: Date },
): Promise<void> {
  if (actor.isAgent) return;
  const most = what === 'posts' ? postsPerHour : commentsPerHour;
  const [hour, isNew] = [hourOf(now), isLimited(actor, now)];
  const limits = isNew
    ? { max: Math.min(most, newAccountLimits[what]), dayMax: newAccountDayLimits[what] }
    : { max: most };
  if (await tx.hourlyWriting.count(actor.id, hour, what, limits)) return;
  const roomAt = isNew && (await tx.hourlyWriting.dayOpensAt(actor.id, hour, what, newAccountDayLimits[what]));
  if (roomAt) throw dayLimitReached(what, actor, now, roomAt);
  throw limits.max < most ? limitReached(what, actor, now) : hourlyLimitReached(what, most, now);
}

function hourlyLimitReached(what: Writing, most: number, now: Date): AppError {
  const { waitMs, options } = openingTime(nextHour(now), now);
  return errors.fail(`${what}_per_hour`, { most, wait: Math.ceil(waitMs / minuteMs) }, options);
}
