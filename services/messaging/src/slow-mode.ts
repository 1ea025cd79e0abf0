import { type MembershipAccess, mayModerate } from '@tribus/community/access.ts';
import { requireModerator } from '@tribus/community/guards.ts';
import { openingTime } from '@tribus/community/opening-time.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { SlowModeChanged } from '@tribus/proto/messaging/v1/events.ts';
import type { SlowMode } from '../api.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { deleteOfDeletedTribe } from './tribe-deletion.ts';

type SlowModeDeps = Pick<Deps, 'ctx' | 'store'>;

/** Sets the wait between two messages of a member in the chat; for owner, officers and site admins. */
export async function setSlowMode(deps: Deps, actor: Actor, tribeId: number, { seconds }: SlowMode): Promise<SlowMode> {
  requireModerator(actor, await deps.directory.getMembership(actor.id, tribeId));
  const event = deps.store.event(SlowModeChanged, { tribeId, seconds });
  await deps.store.slowMode.set(tribeId, seconds, event);
  if (await deleteOfDeletedTribe(deps, tribeId)) throw fail('not_found');
  return { seconds };
}

/** Returns the chat's slow mode and the actor's remaining wait. */
export async function readSlowMode(
  { ctx, store }: SlowModeDeps,
  actor: Actor,
  tribeId: number,
  membership: MembershipAccess,
) {
  const canSetSlowMode = mayModerate(actor, membership);
  const slowSeconds = await store.slowMode.slowSeconds(tribeId);
  if (slowSeconds === 0 || canSetSlowMode) return { slowSeconds, waitSeconds: 0, canSetSlowMode };
  const last = await store.slowMode.lastWritten(tribeId, actor.id);
  const waitSeconds = last ? Math.max(0, waitAfter(last, slowSeconds, ctx.clock.now())) : 0;
  return { slowSeconds, waitSeconds, canSetSlowMode };
}

/**
 * Enforces slow mode: of a member's concurrent messages in one interval one is accepted; moderators are exempt. Throws
 * 429 `slow_mode`.
 */
export async function enforceSlowMode(
  { ctx, store }: SlowModeDeps,
  actor: Actor,
  { tribeId, messageId }: { tribeId: number; messageId: string },
  membership: MembershipAccess,
): Promise<void> {
  if (mayModerate(actor, membership)) return;
  const slowSeconds = await store.slowMode.slowSeconds(tribeId);
  if (slowSeconds === 0) return;
  const at = ctx.clock.now();
  const since = new Date(at.getTime() - slowSeconds * 1000);
  if (await store.slowMode.note({ tribeId, userId: actor.id, messageId }, { at, since })) return;
  const last = (await store.slowMode.lastWritten(tribeId, actor.id)) ?? at;
  const seconds = Math.max(1, waitAfter(last, slowSeconds, at));
  const { options } = openingTime(new Date(at.getTime() + seconds * 1000), at);
  throw errors.fail('slow_mode', { seconds }, options);
}

const waitAfter = (last: Date, slowSeconds: number, now: Date): number =>
  Math.ceil((last.getTime() - now.getTime()) / 1000 + slowSeconds);
