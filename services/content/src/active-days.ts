import { defineJob, type Job, type JobRun, job } from '@tribus/kit/jobs/definition.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { activeDaysKept } from '../limits.ts';
import type { Deps } from './deps.ts';
import { dayAfter, dayOf } from './insight-numbers.ts';
import type { Deed } from './store/active-days.ts';

/** What somebody does in a tribe at a time, as it is counted; visitors are not. */
export const deedOf = ({ id, isAgent }: Pick<Actor, 'id' | 'isAgent'>, tribeId: number, at: Date): Deed => ({
  tribeId,
  day: dayOf(at),
  user: { id, isAgent },
});

/** Who was active on which day is nobody's to know any more after two years. */
const forgetActiveDays = defineJob('forgetActiveDays', { schedule: '41 3 * * *' });

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
  job(forgetActiveDays, async (_payload, { signal }) => {
    const before = dayAfter(dayOf(ctx.clock.now()), -activeDaysKept);
    await doInPortions(signal, (size) => store.transaction((tx) => tx.activeDays.deleteSome({ before }, size)));
  }),
];
