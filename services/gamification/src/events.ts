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
import { inTx } from './store/store.ts';
import type { GamificationDb } from './store/tables.ts';

type EventContext = InTransaction<GamificationDb>;

const agentCacheMs = 60_000;

/** The same with the store of its transaction. */
const withStore = ({ tx, ...event }: EventContext) => ({ ...event, tx: inTx(tx) });

/** Counts points for what was published, liked, taken back and deleted. */
export function gamificationEvents(ctx: Context, identity: Calls<IdentityServiceService>): EventHandlers<EventContext> {
  const agents = new BatchCache(
    async (ids: string[]) => new Map((await identity.getUsers({ ids })).users.map(({ id, isAgent }) => [id, isAgent])),
    { max: 10_000, ttlMs: agentCacheMs },
  );
  const likes = onPrepared(ReactionChanged, {
    prepare: (events) => agents.getMany(events.flatMap((event) => likeChange(event)?.like.userId ?? [])),
    apply: async (occurrences: readonly Occurrence<ReactionChanged, EventContext>[], isAgent) => {
      for (const { event, context, within } of occurrences) {
        const change = likeChange(event);
        const ofAgents = event.userIsAgent || (isAgent.get(change?.like.userId ?? '') ?? false);
        if (change) await within(() => changeLike(ctx, withStore(context), change, ofAgents));
      }
    },
  });
  const rest = [
    on(PostPublished, (event, context: EventContext) =>
      countContribution(ctx, withStore(context), postContribution(event)),
    ),
    on(CommentAdded, (event, context: EventContext) =>
      countContribution(ctx, withStore(context), commentContribution(event)),
    ),
    on(PostDeleted, ({ postId }, context: EventContext) =>
      takeBack(ctx, withStore(context), { kind: 'post', id: postId, postId }),
    ),
    on(CommentDeleted, ({ commentId: id, postId }, context: EventContext) =>
      takeBack(ctx, withStore(context), { kind: 'comment', id, postId }),
    ),
    on(TribeDeleted, ({ tribeId }, context: EventContext) => takeBackTribe(ctx, withStore(context), tribeId)),
    on(UserDeleted, ({ userId }, context: EventContext) => takeBackUser(ctx, withStore(context), userId)),
  ];
  return { on: [...rest, likes] };
}
