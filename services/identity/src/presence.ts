import type { Actor } from '@tribus/kit/core/actor.ts';
import { minuteMs } from '@tribus/kit/core/durations.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { OnlineCount, PresenceAnswer, PresenceChoice } from '../api/presence.ts';
import { blocksAmong } from './blocks.ts';
import type { Deps } from './deps.ts';

/** A user is online for this time after a heartbeat (decisions.md 2). */
const onlineMs = 2 * minuteMs;
const activeMs = 60 * minuteMs;
/** Limit of one response message. */
const onlineLimit = 10_000;

/** Returns the number of users online now and in the last hour. Throws while presence cannot be read. */
export async function countOnline({ ctx, presence }: Pick<Deps, 'ctx' | 'presence'>): Promise<OnlineCount> {
  const [onlineNow, activeLastHour] = await Promise.all([
    presence.countWithin(onlineMs),
    presence.countWithin(activeMs),
  ]);
  return { onlineNow, activeLastHour, timestamp: ctx.clock.now().toISOString() };
}

/**
 * Returns which of these users are online and visible to the actor: both must show their presence. Only users have
 * presence, so a pseudonym of a hidden member is never online.
 */
export async function readPresence(
  { ctx, store, presence }: Pick<Deps, 'ctx' | 'store' | 'presence'>,
  actor: Actor,
  ids: readonly string[],
): Promise<PresenceAnswer> {
  const blocked = (await blocksAmong(store, actor.id, ids)).everywhere;
  const shown = await store.users.showingPresence([actor.id, ...ids.filter((id) => !blocked.has(id))]);
  if (!shown.includes(actor.id)) return { online: [] };
  try {
    return {
      online: await presence.seenWithin(
        onlineMs,
        shown.filter((id) => ids.includes(id)),
      ),
    };
  } catch (error) {
    // Presence is optional, so a failure must not break a screen.
    ctx.log.debug({ err: error }, 'presence not read; all users shown as offline');
    return { online: [] };
  }
}

/** Returns the users who are online and show it. */
export async function listOnline({
  ctx,
  store,
  presence,
}: Pick<Deps, 'ctx' | 'store' | 'presence'>): Promise<string[]> {
  try {
    return await store.users.showingPresence(await presence.listWithin(onlineMs, onlineLimit));
  } catch (error) {
    ctx.log.debug({ err: error }, 'presence not read; no user listed as online');
    return [];
  }
}

export async function readPresenceChoice({ store }: Pick<Deps, 'store'>, actor: Actor): Promise<PresenceChoice> {
  return { visible: (await store.users.showingPresence([actor.id])).length > 0 };
}

/** Shows or hides the actor's presence; users who hide their own see no one else's. */
export async function choosePresence(
  { store }: Pick<Deps, 'store'>,
  actor: Actor,
  choice: PresenceChoice,
): Promise<PresenceChoice> {
  return store.transaction(async (tx) => {
    if (!(await tx.users.setPresence(actor.id, choice.visible))) throw fail('unauthenticated');
    return choice;
  });
}
