import type { Actor } from '@tribus/kit/core/actor.ts';
import { defineJob, type Job, type JobRun, job } from '@tribus/kit/jobs/definition.ts';
import type { Deps } from './deps.ts';
import { dayAfter, dayOf } from './insight-numbers.ts';
import type { ActiveDayKey } from './store/active-days.ts';

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

export async function sumUpDaysBefore(store: Deps['store'], today: string, signal: JobRun['signal']): Promise<void> {
  const last = await store.tribeDays.lastSummed();
  const first = last ? dayAfter(last, 1) : await store.tribeDays.firstActive();
  for (let day = first; day && day < today; day = dayAfter(day, 1)) {
    signal.throwIfAborted();
    await store.tribeDays.sumUp(day);
  }
}

export const activeDayJobs = ({ ctx, store }: Pick<Deps, 'ctx' | 'store'>): Job[] => [
  job(sumUpDays, (_payload, { signal }) => sumUpDaysBefore(store, dayOf(ctx.clock.now()), signal)),
];
