import type { EventHandler } from '@tribus/kit/events/events.ts';
import { on } from '@tribus/kit/events/events.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { InTransaction } from '@tribus/kit/postgres/inbox.ts';
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
export function gamificationEvents(
  ctx: Context,
  identity: Calls<IdentityServiceService>,
): EventHandler<EventContext>[] {
  const agents = new BatchCache(
    async (ids: string[]) => new Map((await identity.getUsers({ ids })).users.map(({ id, isAgent }) => [id, isAgent])),
    { max: 10_000, ttlMs: rememberedMs },
  );
  return [
    on(PostPublished, (event, heard: EventContext) => countContribution(ctx, heard, postContribution(event))),
    on(CommentAdded, (event, heard: EventContext) => countContribution(ctx, heard, commentContribution(event))),
    on(ReactionChanged, async (event, heard: EventContext) => {
      const change = likeChange(event);
      if (!change) return;
      const ofAgents = event.userIsAgent || ((await agents.get(change.like.userId)) ?? false);
      await changeLike(ctx, heard, change, ofAgents);
    }),
    on(PostDeleted, ({ postId }, heard: EventContext) => takeBack(ctx, heard, { kind: 'post', id: postId, postId })),
    on(CommentDeleted, ({ commentId: id, postId }, heard: EventContext) =>
      takeBack(ctx, heard, { kind: 'comment', id, postId }),
    ),
    on(TribeDeleted, ({ tribeId }, heard: EventContext) => takeBackTribe(ctx, heard, tribeId)),
    on(UserDeleted, ({ userId }, heard: EventContext) => takeBackUser(ctx, heard, userId)),
  ];
}
