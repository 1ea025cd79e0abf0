import { exportPersonalData } from '@tribus/community/personal-data.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { GamificationServiceService } from '@tribus/proto/gamification/v1/service.ts';
import type { Deps } from './deps.ts';
import { levelFor } from './levels.ts';
import { gamificationAreas } from './personal-data.ts';
import { sumOf } from './present.ts';

export function gamificationRpc({ store }: Pick<Deps, 'store'>): Handlers<GamificationServiceService> {
  const areas = gamificationAreas(store);
  return {
    async getPoints({ userId, tribeIds }) {
      const byTribe = await store.totals.byTribe(userId);
      const total = sumOf(byTribe);
      return {
        total,
        level: levelFor(total),
        byTribe: tribeIds.map((tribeId) => ({ tribeId, points: byTribe.get(tribeId) ?? 0 })),
      };
    },

    exportPersonalData: (request, { actor }) => exportPersonalData(areas, request, actor),
  };
}
