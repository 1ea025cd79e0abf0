import { anyone, type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { idempotentId } from '@tribus/kit/mongo/idempotency.ts';
import { NewReaction, ReactionCount, ReactionEvents, ReactionsQuery, ReactionTaken, VibeParams } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { getVisibleVibe, presentTo, reactToVibe } from '../vibes.ts';

export function reactionRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/vibes/:vibeId/reactions',
    {
      guards: [signedIn],
      operationId: 'reactToVibe',
      summary: 'React to a vibe',
      params: VibeParams,
      body: NewReaction,
      answer: ReactionTaken,
      status: 201,
    },
    ({ actor, params, body }) => {
      const { _id: id, bodyHash } = idempotentId(deps.ctx);
      return reactToVibe(deps, actor, params.vibeId, body.emoji, { id, bodyHash });
    },
  );

  routes.get(
    '/vibes/:vibeId/reactions',
    {
      guards: [anyone],
      operationId: 'listVibeReactions',
      summary: "A vibe's newest reactions",
      params: VibeParams,
      query: ReactionsQuery,
      answer: ReactionEvents,
    },
    async ({ actor, params, query }) => {
      const vibe = await getVisibleVibe(deps, actor, params.vibeId);
      return presentTo(deps, actor, vibe, await deps.store.reactions.since(vibe.id, query.since));
    },
  );

  routes.get(
    '/vibes/:vibeId/reactions/count',
    {
      guards: [anyone],
      operationId: 'countVibeReactions',
      summary: "The number of a vibe's reactions",
      params: VibeParams,
      answer: ReactionCount,
    },
    async ({ actor, params }) => deps.store.reactions.count((await getVisibleVibe(deps, actor, params.vibeId)).id),
  );
}
