import { exportPersonalData } from '@tribus/community/personal-data.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import { validate } from '@tribus/kit/http/validation.ts';
import type { VibesServiceService } from '@tribus/proto/vibes/v1/service.ts';
import { NewReaction } from '../api.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { vibesAreas } from './personal-data.ts';
import { reactToVibe } from './vibes.ts';

export function vibesRpc(deps: Deps): Handlers<VibesServiceService> {
  const areas = vibesAreas(deps.store);
  return {
    async getCounts({ vibeIds }) {
      const counts = await deps.store.reactions.counts(vibeIds);
      return {
        counts: vibeIds.map((vibeId) => {
          const { total = 0, lastTs = 0 } = counts.get(vibeId) ?? {};
          return { vibeId, total, lastTsMs: lastTs };
        }),
      };
    },
    async react({ vibeId, reactionId, emoji }, { actor }) {
      const reaction = validate(NewReaction, { emoji }, actor.language, errors.catalogue);
      const bodyHash = deps.ctx.tokens.fingerprint([vibeId, reaction.emoji]);
      const { total } = await reactToVibe(deps, actor, vibeId, reaction.emoji, { id: reactionId, bodyHash });
      return { total };
    },

    exportPersonalData: (request, { actor }) => exportPersonalData(areas, request, actor),
  };
}
