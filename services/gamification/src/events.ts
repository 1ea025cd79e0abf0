import { type EventHandlers, type Occurrence, on, onPrepared } from '@tribus/kit/events/handlers.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import { BatchCache } from '@tribus/kit/runtime/batch-cache.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import {
  CommentAdded,
  CommentDeleted,
  PostDeleted,
  PostPublished,
  ReactionChanged,
} from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import type { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { commentContribution, likeChange, postContribution } from './contributions.ts';
import { changeLike, countContribution, takeBack, takeBackTribe, takeBackUser } from './points.ts';
import type { GamificationDb } from './store/tables.ts';

type EventContext = InTransaction<GamificationDb>;

/** Who is an agent stays one. */
const rememberedMs = 60_000;

/** What others did and undid, in points. */
export function gamificationEvents(ctx: Context, identity: Calls<IdentityServiceService>): EventHandlers<EventContext> {
  const agents = new BatchCache(
    async (ids: string[]) => new Map((await identity.getUsers({ ids })).users.map(({ id, isAgent }) => [id, isAgent])),
    { max: 10_000, ttlMs: rememberedMs },
  );
  const likes = onPrepared(ReactionChanged, {
    prepare: (events) => agents.getMany(events.flatMap((event) => likeChange(event)?.like.userId ?? [])),
    apply: async (occurrences: readonly Occurrence<ReactionChanged, EventContext>[], isAgent) => {
      for (const { event, context, within } of occurrences) {
        const change = likeChange(event);
        const ofAgents = event.userIsAgent || (isAgent.get(change?.like.userId ?? '') ?? false);
        if (change) await within(() => changeLike(ctx, context, change, ofAgents));
      }
    },
  });
  const rest = [
    on(PostPublished, (event, heard: EventContext) => countContribution(ctx, heard, postContribution(event))),
    on(CommentAdded, (event, heard: EventContext) => countContribution(ctx, heard, commentContribution(event))),
    on(PostDeleted, ({ postId }, heard: EventContext) => takeBack(ctx, heard, { kind: 'post', id: postId, postId })),
    on(CommentDeleted, ({ commentId: id, postId }, heard: EventContext) =>
      takeBack(ctx, heard, { kind: 'comment', id, postId }),
    ),
    on(TribeDeleted, ({ tribeId }, heard: EventContext) => takeBackTribe(ctx, heard, tribeId)),
    on(UserDeleted, ({ userId }, heard: EventContext) => takeBackUser(ctx, heard, userId)),
  ];
  return { on: [...rest, likes] };
}
