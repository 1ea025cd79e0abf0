import { fail } from '@tribus/kit/core/errors.ts';
import type { GetMemberHistoryRequest, GetMemberHistoryResponse, MemberDay } from '@tribus/proto/tribes/v1/service.ts';
import { z } from 'zod';
import { orNotFound } from './access.ts';
import type { Deps } from './deps.ts';
import type { StayChanges } from './store/stays.ts';

const dayMs = 24 * 60 * 60 * 1000;
const mostDays = 800;
const mostArrivals = 2_000;

const Day = z.iso.date();

/** How the members of a tribe have come and gone, by days and weeks of UTC. */
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
      : store.stays.listArrivals(tribeId, arrivalsFrom, Math.min(mostArrivals, Math.max(0, arrivalsLimit))),
  ]);
  return { days: memberDays(days, changes, tribe.membersCount), arrivals };
}

/** From a day to today; throws `invalid_input` for what is no day, lies ahead or too far back. */
function daysFrom(from: string, now: Date): string[] {
  if (!Day.safeParse(from).success) throw fail('invalid_input');
  const count = Math.floor((now.getTime() - Date.parse(from)) / dayMs) + 1;
  if (count < 1 || count > mostDays) throw fail('invalid_input');
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  );
}

/** The changes with the days between them, and how many members there were at the end of each; today there are `members`. */
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
