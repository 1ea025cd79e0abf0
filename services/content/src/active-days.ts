import type { Actor } from '@tribus/kit/core/actor.ts';
import { defineJob, type Job, type JobRun, job } from '@tribus/kit/jobs/definition.ts';
import type { Deps } from './deps.ts';
import { dayAfter, dayOf } from './insight-numbers.ts';
import type { ActiveDayKey } from './store/active-days.ts';
import { userParts } from './store/tribe-days.ts';

/** The key of a user's activity in a tribe on a day; only for signed-in users. */
export const activeDayKey = (
  { id, isAgent }: Pick<Actor, 'id' | 'isAgent'>,
  tribeId: number,
  at: Date,
): ActiveDayKey => ({
  tribeId,
  day: dayOf(at),
  user: { id, isAgent },
});

/** Sums up past days. */
const sumUpDays = defineJob('sumUpDays', { schedule: '7 * * * *' });
/** Tribes summed up by one statement. */
const tribesAtOnce = 100;

export async function sumUpDaysBefore(store: Deps['store'], today: string, signal: JobRun['signal']): Promise<void> {
  const last = await store.tribeDays.lastSummed();
  const first = last ? dayAfter(last, 1) : await store.tribeDays.firstActive();
  for (let day = first; day && day < today; day = dayAfter(day, 1)) {
    signal.throwIfAborted();
    await sumUpDay(store, day, signal);
  }
}

/** Sums up a past day in statements of limited size. The total comes last, because it marks the day as summed. */
async function sumUpDay({ tribeDays }: Deps['store'], day: string, signal: JobRun['signal']): Promise<void> {
  const tribeIds = await tribeDays.listActive(day);
  for (let from = 0; from < tribeIds.length; from += tribesAtOnce) {
    signal.throwIfAborted();
    await tribeDays.sumUp(day, tribeIds.slice(from, from + tribesAtOnce));
  }
  const total = { day, posts: 0, comments: 0, reactions: 0, people: 0 };
  for (let part = 0; part < userParts; part += 1) {
    signal.throwIfAborted();
    const sums = await tribeDays.sumOfUsers(day, part);
    for (const count of ['posts', 'comments', 'reactions', 'people'] as const) total[count] += sums[count];
  }
  await tribeDays.addTotal(total);
}

export const activeDayJobs = ({ ctx, store }: Pick<Deps, 'ctx' | 'store'>): Job[] => [
  job(sumUpDays, (_payload, { signal }) => sumUpDaysBefore(store, dayOf(ctx.clock.now()), signal)),
];
