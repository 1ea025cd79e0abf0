import { BatchCache } from '@tribus/kit/batch-cache.ts';
import type { Context } from '@tribus/kit/context.ts';
import type { EventHandler } from '@tribus/kit/events.ts';
import { on } from '@tribus/kit/events.ts';
import type { Calls } from '@tribus/kit/grpc-client.ts';
import type { InTransaction } from '@tribus/kit/inbox.ts';
import { CommentAdded, PostPublished, ReactionChanged } from '@tribus/proto/content/v1/events.ts';
import type { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { type Award, awardForComment, awardForPost, awardForReaction } from './awards.ts';
import { give } from './points.ts';
import type { GamificationDb } from './store.ts';

type Heard = InTransaction<GamificationDb>;

/** Who is an agent stays one. */
const rememberedMs = 60_000;

/** What others did, in points. */
export function gamificationEvents(ctx: Context, identity: Calls<IdentityServiceService>): EventHandler<Heard>[] {
  const agents = new BatchCache(
    async (ids: string[]) => new Map((await identity.getUsers({ ids })).users.map(({ id, isAgent }) => [id, isAgent])),
    { max: 10_000, ttlMs: rememberedMs },
  );
  const apply = async (award: Award | undefined, { tx, occurredAt }: Heard) => {
    if (award) await give(ctx, tx, award, occurredAt);
  };
  return [
    on(PostPublished, (event, heard: Heard) => apply(awardForPost(event), heard)),
    on(CommentAdded, (event, heard: Heard) => apply(awardForComment(event), heard)),
    on(ReactionChanged, async (event, heard: Heard) => {
      const award = awardForReaction(event, heard.id);
      if (award && !(await agents.get(award.userId))) await apply(award, heard);
    }),
  ];
}
