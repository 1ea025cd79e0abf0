import type { Context } from '@tribus/kit/context.ts';
import type { Calls } from '@tribus/kit/grpc-client.ts';
import type { Tx } from '@tribus/kit/postgres.ts';
import { PointsAwarded } from '@tribus/proto/gamification/v1/events.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import type { MyPoints, PointsByTribe } from '../api.ts';
import type { Award } from './awards.ts';
import { levelFor, thresholds } from './levels.ts';
import { addLine, countOfDay, type GamificationDb, type LedgerStore, lockTotal } from './store.ts';

/** Writes an award into the ledger, unless the day's cap for its cause is reached or it was written before. */
export async function give(ctx: Context, tx: Tx<GamificationDb>, award: Award, at: Date): Promise<void> {
  if (award.dailyCap !== undefined) {
    await lockTotal(tx, award.userId, award.tribeId);
    if ((await countOfDay(tx, award, at)) >= award.dailyCap) return;
  }
  const total = await addLine(tx, ctx.newId(), award, at);
  if (total === undefined) return;
  const { tribeId, userId, points, cause } = award;
  tx.emit(PointsAwarded, { tribeId, userId, points, cause, total });
}

/** The sum over all tribes and the level it reaches. */
export async function pointsOf(store: LedgerStore, userId: string): Promise<MyPoints> {
  const byTribe = await store.pointsByTribe(userId);
  const points = [...byTribe.values()].reduce((sum, each) => sum + each, 0);
  return { points, level: levelFor(points), thresholds };
}

/** Every tribe the person is active in, with points and the level they hold there. */
export async function pointsInTribes(
  store: LedgerStore,
  tribes: Calls<TribesServiceService>,
  userId: string,
): Promise<PointsByTribe> {
  const [points, { memberships }] = await Promise.all([
    store.pointsByTribe(userId),
    tribes.listMemberships({ userId, statuses: ['active'] }),
  ]);
  const items = memberships.flatMap(({ tribe, standing }) =>
    tribe && standing
      ? [
          {
            tribeId: tribe.id,
            tribeName: tribe.name,
            points: points.get(tribe.id) ?? 0,
            level: standing.levelOrder,
            thresholds,
          },
        ]
      : [],
  );
  return { items };
}
