import type { Actor } from '@tribus/kit/core/actor.ts';
import { defineJob, type Job, type JobRun, job } from '@tribus/kit/jobs/definition.ts';
import type { Deps } from './deps.ts';
import { dayAfter, dayOf } from './insight-numbers.ts';
import type { Deed } from './store/active-days.ts';

/** What somebody does in a tribe at a time, as it is counted; visitors are not. */
export const deedOf = ({ id, isAgent }: Pick<Actor, 'id' | 'isAgent'>, tribeId: number, at: Date): Deed => ({
  tribeId,
  day: dayOf(at),
  user: { id, isAgent },
});

/** Sums up the days that are over. */
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
