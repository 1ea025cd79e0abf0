import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Response } from '@tribus/kit/http/routes.ts';
import type { Deps } from './deps.ts';
import { resolveStreamActor } from './tickets.ts';
import { getVisibleVibe, presentTo } from './vibes.ts';

/** Opens a stream of a vibe's reactions, beginning with those after `since` (epoch milliseconds). */
export async function openVibeStream(
  deps: Deps,
  res: Response,
  actor: Actor,
  { vibeId, ticket, since }: { vibeId: string; ticket?: string; since?: number },
): Promise<void> {
  const viewer = ticket === undefined ? actor : await resolveStreamActor(deps, actor, ticket);
  const vibe = await getVisibleVibe(deps, viewer, vibeId);
  // Opened before the missed reactions are read: a concurrent reaction is sent twice, with the same id, instead of
  // never.
  const stream = deps.streams.open(res, viewer, vibe);
  if (!stream) return;
  deps.watchers.setLevel(vibe.id, vibe.minLevelOrder);
  const missed = since === undefined ? [] : await deps.store.reactions.since(vibe.id, since);
  for (const reaction of await presentTo(deps, viewer, vibe, missed))
    stream.send('reaction', reaction, String(reaction.ts));
}

/** Opens a user's own stream, with a ticket or as the signed-in actor. */
export async function openPersonalStream(
  deps: Deps,
  res: Response,
  actor: Actor,
  ticket: string | undefined,
): Promise<void> {
  const user = await resolveStreamActor(deps, actor, ticket);
  if (deps.streams.open(res, user, null)) deps.connected.add(user.id);
}
