import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { isAdmin } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { ReactionEvent, ReactionTaken } from '../api.ts';
import type { Deps } from './deps.ts';
import type { StoredReaction, VibeFacts } from './store.ts';

/** A vibe, and the level it asks for now. */
export interface SeenVibe extends VibeFacts {
  minLevelOrder: number;
}

/** A vibe the viewer may see; else `not_found`. */
export async function vibeFor({ content }: Deps, viewer: Actor, vibeId: string): Promise<SeenVibe> {
  const viewerId = viewer.kind === 'user' ? viewer.id : '';
  const { posts } = await content.getPosts({ ids: [vibeId], viewerId, viewerIsAdmin: isAdmin(viewer) });
  const post = posts[0];
  if (!post?.canView || post.kind === 'post') throw fail('not_found');
  const { id, tribeId, authorId, minLevelOrder } = post;
  return { id, tribeId, authorId, minLevelOrder };
}

/** Whose repetition is the same tap: it follows from the request's key, or was chosen by an agent. */
export interface TapKey {
  id: string;
  /** Of the request, if it is held to it. */
  bodyHash?: string | undefined;
}

/** A tap, and what it came to. */
export async function reactToVibe(
  deps: Deps,
  actor: Actor,
  vibeId: string,
  emoji: string,
  { id, bodyHash }: TapKey,
): Promise<ReactionTaken> {
  const vibe = await vibeFor(deps, actor, vibeId);
  const reaction: StoredReaction = { id, userId: actor.id, emoji, ts: deps.ctx.clock.now().getTime() };
  // Asked for before the write: what is written is answered, whatever becomes of the tribe meanwhile.
  const [event] = await presentReactions(deps, actor, vibe, [reaction]);
  const { total, lastTs, ts } = await deps.reactions.add(vibe, reaction, bodyHash);
  if (!event) throw new Error('a reaction was lost while it was presented');
  return { event: { ...event, ts }, total, lastTs };
}

/** Taps as `viewer` may see them. */
export async function presentReactions(
  { directory }: Deps,
  viewer: Actor,
  vibe: Pick<VibeFacts, 'id' | 'tribeId'>,
  reactions: readonly StoredReaction[],
): Promise<ReactionEvent[]> {
  const people = await directory.presentUsersIn(
    viewer,
    vibe.tribeId,
    reactions.map(({ userId }) => userId),
  );
  return reactions.flatMap(({ id, userId, emoji, ts }) => {
    const person = people.get(userId);
    return person ? [{ id, vibeId: vibe.id, userId: person.id, userName: person.name, emoji, ts }] : [];
  });
}
