import { refuseRestricted } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { isAdmin, userIdOf } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { VibeReacted } from '@tribus/proto/vibes/v1/events.ts';
import type { ReactionEvent, ReactionTaken } from '../api.ts';
import type { Deps } from './deps.ts';
import { presentReactions } from './present.ts';
import type { StoredReaction, VibeRef } from './store/reactions.ts';

/** A vibe, and its current required level. */
export interface Vibe extends VibeRef {
  minLevelOrder: number;
}

/** Returns a vibe visible to the viewer; throws 404 otherwise. */
export async function getVisibleVibe({ content }: Pick<Deps, 'content'>, viewer: Actor, vibeId: string): Promise<Vibe> {
  const viewerId = userIdOf(viewer);
  const { posts } = await content.getPosts({ ids: [vibeId], viewerId, viewerIsAdmin: isAdmin(viewer) });
  const post = posts[0];
  if (!post?.canView || post.kind === 'post') throw fail('not_found');
  const { id, tribeId, authorId, minLevelOrder } = post;
  return { id, tribeId, authorId, minLevelOrder };
}

/** The idempotency key of a reaction. */
export interface ReactionKey {
  /** Derived from the request's idempotency key, or chosen by an agent. */
  id: string;
  /** The hash of the request, which a repetition must match; absent without an idempotency key. */
  bodyHash?: string | undefined;
}

/** Adds a reaction; returns it with the vibe's totals. */
export async function reactToVibe(
  deps: Deps,
  actor: Actor,
  vibeId: string,
  emoji: string,
  { id, bodyHash }: ReactionKey,
): Promise<ReactionTaken> {
  const vibe = await getVisibleVibe(deps, actor, vibeId);
  const { tribeId, authorId } = vibe;
  refuseRestricted(actor, await deps.directory.getMembership(userIdOf(actor), tribeId));
  const reaction: StoredReaction = { id, userId: actor.id, emoji, ts: deps.ctx.clock.now().getTime() };
  // Presented before the write: a written reaction needs a response, even if the membership ends before the response.
  const [presented] = await presentTo(deps, actor, vibe, [reaction]);
  if (!presented) throw new Error('the presenter left out the actor');
  const event = { reactionId: id, vibeId, tribeId, authorId, userId: actor.id, emoji, tsMs: reaction.ts };
  const { total, lastTs, ts } = await deps.store.reactions.add(vibe, reaction, {
    event: deps.store.event(VibeReacted, event),
    bodyHash,
  });
  return { event: { ...presented, ts }, total, lastTs };
}

/** Presents reactions as visible to the viewer. */
export async function presentTo(
  { directory }: Pick<Deps, 'directory'>,
  viewer: Actor,
  vibe: Pick<VibeRef, 'id' | 'tribeId'>,
  reactions: readonly StoredReaction[],
): Promise<ReactionEvent[]> {
  const ids = reactions.map(({ userId }) => userId);
  return presentReactions(vibe.id, reactions, await directory.presentUsersIn(viewer, vibe.tribeId, ids));
}
