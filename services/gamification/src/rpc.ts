import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { GamificationServiceService } from '@tribus/proto/gamification/v1/service.ts';
import { levelFor } from './levels.ts';
import type { LedgerStore } from './store/ledger.ts';

export function gamificationRpc(store: LedgerStore): Handlers<GamificationServiceService> {
  return {
    async getPoints({ userId, tribeIds }) {
      const byTribe = await store.pointsByTribe(userId);
      const total = [...byTribe.values()].reduce((sum, points) => sum + points, 0);
      return {
        total,
        level: levelFor(total),
        byTribe: tribeIds.map((tribeId) => ({ tribeId, points: byTribe.get(tribeId) ?? 0 })),
      };
    },
  };
}
