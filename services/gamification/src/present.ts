import type { TribeMembership } from '@tribus/proto/tribes/v1/service.ts';
import type { LedgerEntry, MyPoints, PointsByTribe } from '../api.ts';
import { challengePointsPerDay, challengePointsPerWeek } from '../limits.ts';
import { levelFor, thresholds } from './levels.ts';
import type { LedgerLine } from './store/ledger.ts';

/** Points by tribe. */
export type PointsMap = ReadonlyMap<number, number>;

type ListedLine = Omit<LedgerLine, 'userId' | 'causeId'>;

const maxOf = { tribe_day: challengePointsPerDay, week: challengePointsPerWeek } as const;

export const presentLedgerLine = ({ withheld, limitedBy, ...line }: ListedLine): LedgerEntry => ({
  ...line,
  limit: limitedBy && { kind: limitedBy, max: maxOf[limitedBy], withheld },
  createdAt: line.createdAt.toISOString(),
});

/** Presents the sum over all tribes, and the level for it. */
export function presentPoints(byTribe: PointsMap): MyPoints {
  const points = sumOf(byTribe);
  return { points, level: levelFor(points), thresholds };
}

/** Presents the points in each of the user's tribes, with their level there. */
export const presentPointsByTribe = (memberships: readonly TribeMembership[], byTribe: PointsMap): PointsByTribe => ({
  items: memberships.flatMap(({ tribe, membership }) => {
    if (!tribe || !membership) return [];
    const { id: tribeId, name: tribeName } = tribe;
    return [{ tribeId, tribeName, points: byTribe.get(tribeId) ?? 0, level: membership.levelOrder, thresholds }];
  }),
});

export const sumOf = (byTribe: PointsMap): number => [...byTribe.values()].reduce((sum, points) => sum + points, 0);
