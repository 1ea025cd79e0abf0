import { mayRead } from '@tribus/community/access.ts';
import { plainText } from '@tribus/community/plain-text.ts';
import { tribeNameFor } from '@tribus/community/tribe-name.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { MutesChanged } from '@tribus/proto/identity/v1/events.ts';
import type { Mutes } from '../api/blocks.ts';
import { mutesMax } from '../limits.ts';
import { findListed, findPerson, type UserRef } from './blocks.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { presentListed } from './present-blocks.ts';
import type { Mute, MuteKey } from './store/mutes.ts';

/** A user's filters for their own feeds and notifications; invisible to others. */

type MuteDeps = Pick<Deps, 'ctx' | 'store' | 'presenter' | 'tribes'>;

/** Returns all mutes of the actor, newest of each kind first. */
export async function listMutes(deps: MuteDeps, actor: Actor): Promise<Mutes> {
  const mutes = await deps.store.mutes.ofUsers([actor.id]);
  const shown = (wanted: Mute['kind']) => mutes.flatMap(({ kind, shown }) => (kind === wanted ? [shown] : []));
  const tribeIds = mutes.flatMap(({ kind, value }) => (kind === 'tribe' ? [Number(value)] : []));
  const users = mutes.flatMap(({ mutedUserId: blockedId, tribeId, createdAt }) =>
    blockedId === null ? [] : [{ blockedId, tribeId, createdAt }],
  );
  const [people, found] = await Promise.all([
    presentListed(deps, actor, users),
    tribeIds.length > 0 ? deps.tribes.getMemberships({ userId: actor.id, tribeIds }) : { tribes: [], memberships: [] },
  ]);
  const statuses = new Map(found.memberships.map(({ tribeId, status }) => [tribeId, status]));
  const names = new Map(
    found.tribes.map((tribe) => [tribe.id, tribeNameFor(actor, { tribe, status: statuses.get(tribe.id) ?? 'none' })]),
  );
  return {
    users: people,
    tags: shown('tag'),
    words: shown('word'),
    tribes: tribeIds.flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    }),
  };
}

/** Mutes a person; a hidden one only in the tribe in which they are hidden. Throws 404 for an unknown person. */
export async function muteUser(deps: MuteDeps, actor: Actor, ref: UserRef): Promise<void> {
  const { userId, tribeId } = await findPerson(deps, actor, ref);
  if (userId === actor.id) throw errors.fail('cannot_block_self');
  await mute(deps, actor, { kind: 'user', value: userId, tribeId }, '', userId);
}

/** Unmutes a person; no effect without a mute. */
export async function unmuteUser(deps: MuteDeps, actor: Actor, ref: UserRef): Promise<void> {
  const muted = await deps.store.mutes.ofUsers([actor.id]);
  const inTribe = muted.filter(({ tribeId }) => tribeId === (ref.tribeId ?? 0));
  const found = findListed(
    deps,
    actor,
    ref,
    inTribe.flatMap(({ mutedUserId }) => mutedUserId ?? []),
  );
  if (found) await unmute(deps, actor, { kind: 'user', value: found.userId, tribeId: found.tribeId });
}

/** Mutes a tribe that the actor may see; else throws 404. */
export async function muteTribe(deps: MuteDeps, actor: Actor, tribeId: number): Promise<void> {
  const { tribes, memberships } = await deps.tribes.getMemberships({ userId: actor.id, tribeIds: [tribeId] });
  const [tribe, membership] = [tribes[0], memberships[0]];
  if (!tribe || !membership || (tribe.isPrivate && !mayRead(actor, { ...membership, tribe }))) throw fail('not_found');
  await mute(deps, actor, { kind: 'tribe', value: String(tribeId), tribeId: 0 });
}

export const unmuteTribe = (deps: MuteDeps, actor: Actor, tribeId: number): Promise<void> =>
  unmute(deps, actor, { kind: 'tribe', value: String(tribeId), tribeId: 0 });

export const muteTag = (deps: MuteDeps, actor: Actor, tag: string): Promise<void> =>
  mute(deps, actor, { kind: 'tag', value: tag, tribeId: 0 }, tag);

export const unmuteTag = (deps: MuteDeps, actor: Actor, tag: string): Promise<void> =>
  unmute(deps, actor, { kind: 'tag', value: tag, tribeId: 0 });

export const muteWord = (deps: MuteDeps, actor: Actor, word: string): Promise<void> =>
  mute(deps, actor, { kind: 'word', value: plainWord(word), tribeId: 0 }, word);

export const unmuteWord = (deps: MuteDeps, actor: Actor, word: string): Promise<void> =>
  unmute(deps, actor, { kind: 'word', value: plainWord(word), tribeId: 0 });

/** Normalises a word like the texts of posts. */
export const plainWord = (word: string): string => plainText(word).trim();

/** Adds a mute; idempotent. Concurrent requests of one user are serialised, so that the limit holds. */
async function mute(
  { ctx, store }: MuteDeps,
  actor: Actor,
  key: MuteKey,
  shown = '',
  mutedUserId: string | null = null,
): Promise<void> {
  await store.transaction(async (tx) => {
    if (!(await tx.users.lock(actor.id))) throw fail('unauthenticated');
    if (mutedUserId && !(await tx.users.lockAgainstDeletion(mutedUserId))) throw fail('not_found');
    const row = { id: ctx.newId(), userId: actor.id, createdAt: ctx.clock.now(), ...key, shown, mutedUserId };
    if (!(await tx.mutes.add(row))) return;
    if ((await tx.mutes.count(actor.id, key.kind)) > mutesMax) throw errors.fail('mute_limit');
    tx.emit(MutesChanged, { userId: actor.id });
  });
}

async function unmute({ store }: MuteDeps, actor: Actor, key: MuteKey): Promise<void> {
  await store.transaction(async (tx) => {
    if (await tx.mutes.remove(actor.id, key)) tx.emit(MutesChanged, { userId: actor.id });
  });
}
