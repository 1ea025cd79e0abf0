import { dayMs } from '@tribus/kit/core/durations.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { GetMemberHistoryRequest, GetMemberHistoryResponse, MemberDay } from '@tribus/proto/tribes/v1/service.ts';
import { z } from 'zod';
import { orNotFound } from './access.ts';
import type { Deps } from './deps.ts';
import type { StayChanges } from './store/stays.ts';

const maxDays = 800;
const maxArrivals = 2_000;

const Day = z.iso.date();

/** Returns joins and leaves of a tribe's members by days and weeks (UTC). */
export async function readMemberHistory(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  { tribeId, from, arrivalsFrom, arrivalsLimit }: GetMemberHistoryRequest,
): Promise<GetMemberHistoryResponse> {
  const days = daysFrom(from, ctx.clock.now());
  if (arrivalsFrom !== '' && !Day.safeParse(arrivalsFrom).success) throw fail('invalid_input');
  const { tribe } = orNotFound((await store.tribes.findForViewer('', [tribeId]))[0]);
  const [changes, arrivals] = await Promise.all([
    store.stays.listChanges(tribeId, from),
    arrivalsFrom === ''
      ? []
      : store.stays.listArrivals(tribeId, arrivalsFrom, Math.min(maxArrivals, Math.max(0, arrivalsLimit))),
  ]);
  return { days: memberDays(days, changes, tribe.membersCount), arrivals };
}

/**
 * Returns the days from `from` to today; throws `invalid_input` for an invalid or future day, or one too far in the
 * past.
 */
function daysFrom(from: string, now: Date): string[] {
  if (!Day.safeParse(from).success) throw fail('invalid_input');
  const count = Math.floor((now.getTime() - Date.parse(from)) / dayMs) + 1;
  if (count < 1 || count > maxDays) throw fail('invalid_input');
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  );
}

/**
 * Fills in the days without changes, and computes the number of members at the end of each day, backwards from
 * `members` today.
 */
function memberDays(days: readonly string[], changes: readonly StayChanges[], members: number): MemberDay[] {
  const byDay = new Map(changes.map((change) => [change.day, change]));
  const filled: MemberDay[] = [];
  let atEnd = members;
  for (const day of days.toReversed()) {
    const { joined = 0, left = 0 } = byDay.get(day) ?? {};
    filled.push({ day, joined, left, members: Math.max(0, atEnd) });
    atEnd += left - joined;
  }
  return filled.reverse();
}
