import { findHidden } from '@tribus/community/hidden-person.ts';
import { listedBlocksMax } from '@tribus/community/limits.ts';
import { isPseudonym } from '@tribus/community/pseudonyms.ts';
import { type TribeUser, TribeUserSet } from '@tribus/community/tribe-user-set.ts';
import type { Viewer } from '@tribus/community/user-presenter.ts';
import { type Actor, userIdOf } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { type PageQuery, readPage } from '@tribus/kit/http/keyset.ts';
import { UserBlocked, UserFollowed, UserUnblocked } from '@tribus/proto/identity/v1/events.ts';
import { BlocksAndMutes } from '@tribus/proto/identity/v1/service.ts';
import type { Blocks, ListedUser } from '../api/blocks.ts';
import { blocksMax } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { presentListed } from './present-blocks.ts';
import type { IdentityStore, IdentityTx } from './store/store.ts';

/** A person as the actor names them: by the id that the actor sees, and the tribe in which they see it. */
export interface UserRef {
  userId: string;
  tribeId: number | undefined;
}

type BlockDeps = Pick<Deps, 'ctx' | 'store' | 'presenter' | 'tribes'>;

const allTribes = 0;

/** Blocks a person and ends both follows (docs/decisions/0019); idempotent. Throws 404 for an unknown person. */
export async function block(deps: BlockDeps, actor: Actor, ref: UserRef): Promise<ListedUser> {
  const { userId: blockedId, tribeId } = await findPerson(deps, actor, ref);
  if (blockedId === actor.id) throw errors.fail('cannot_block_self');
  const added = await deps.store.transaction(async (tx) => {
    await lockBoth(tx, actor.id, blockedId);
    const at = { id: deps.ctx.newId(), createdAt: deps.ctx.clock.now() };
    const { block, isNew } = await tx.blocks.add({ ...at, userId: actor.id, blockedId, tribeId });
    if (!isNew) return block;
    if ((await tx.blocks.count(actor.id)) > blocksMax) throw errors.fail('block_limit');
    if (tribeId === allTribes) await endFollows(tx, actor.id, blockedId);
    tx.emit(UserBlocked, { userId: actor.id, blockedId, tribeId });
    return block;
  });
  const [listed] = await presentListed(deps, actor, [added]);
  if (!listed) throw fail('not_found');
  return listed;
}

/** Removes a block; no effect without one. Former follows are not restored. */
export async function unblock(deps: BlockDeps, actor: Actor, ref: UserRef): Promise<void> {
  const blocked = await findBlocked(deps, actor, ref);
  if (!blocked) return;
  await deps.store.transaction(async (tx) => {
    if (!(await tx.blocks.remove(actor.id, blocked))) return;
    tx.emit(UserUnblocked, { userId: actor.id, blockedId: blocked.userId, tribeId: blocked.tribeId });
  });
}

/** Returns the people the actor has blocked, newest first. */
export async function listBlocks(
  deps: BlockDeps & Pick<Deps, 'cursors'>,
  actor: Actor,
  query: PageQuery,
): Promise<Blocks> {
  const { items, nextCursor } = await readPage(deps.cursors, `blocks:${actor.id}`, query, ({ limit, after }) =>
    deps.store.blocks.page(actor.id, limit, after),
  );
  return { items: await presentListed(deps, actor, items), nextCursor };
}

/** Returns the viewer for people that identity itself presents. */
export const loadViewer = async (
  { store }: { store: Pick<IdentityStore, 'blocks'> },
  actor: Actor,
  userIds: readonly string[],
): Promise<Viewer> => ({
  actor,
  blocks: await blocksAmong(store, userIdOf(actor), userIds),
});

/** Returns which of these people a user has blocked or was blocked by. */
export async function blocksAmong(
  { blocks }: Pick<IdentityTx, 'blocks'>,
  userId: string,
  otherIds: readonly string[],
): Promise<TribeUserSet> {
  return new TribeUserSet(userId === '' ? [] : await blocks.between(userId, otherIds));
}

/** For other services: returns one entry per distinct id, with `listedBlocksMax` blocks at most. */
export async function blocksAndMutes(
  { store }: Pick<Deps, 'store'>,
  userIds: readonly string[],
): Promise<BlocksAndMutes[]> {
  const [blocks, mutes] = await Promise.all([
    store.blocks.involving(userIds, listedBlocksMax + 1),
    store.mutes.ofUsers(userIds),
  ]);
  const byUser = Map.groupBy(mutes, ({ userId }) => userId);
  return [...new Set(userIds)].map((userId) => {
    const own = byUser.get(userId) ?? [];
    const blocked = blocks.get(userId) ?? [];
    const valuesOf = (wanted: string) => own.flatMap(({ kind, value }) => (kind === wanted ? [value] : []));
    return BlocksAndMutes.fromPartial({
      userId,
      blocked: blocked.slice(0, listedBlocksMax),
      hasMoreBlocks: blocked.length > listedBlocksMax,
      muted: own.flatMap(({ mutedUserId, tribeId }) => (mutedUserId ? [{ userId: mutedUserId, tribeId }] : [])),
      mutedTags: valuesOf('tag'),
      mutedWords: valuesOf('word'),
      mutedTribeIds: valuesOf('tribe').map(Number),
    });
  });
}

/**
 * Resolves a person named by the actor. A block or mute of a hidden member applies in that tribe only and reveals
 * nothing, because members have no name for them there. Throws 404 for an unknown person.
 */
export async function findPerson(
  { tribes, presenter }: Pick<Deps, 'tribes' | 'presenter'>,
  actor: Actor,
  { userId, tribeId }: UserRef,
): Promise<TribeUser> {
  if (!isPseudonym(userId)) return { userId, tribeId: allTribes };
  if (tribeId === undefined) throw fail('not_found');
  const found = await findHidden({ tribes, presenter }, actor, { pseudonym: userId, tribeId });
  if (found === undefined) throw fail('not_found');
  return { userId: found, tribeId };
}

/**
 * Resolves a person among those the actor has blocked, including one who has left the tribe or is no longer hidden
 * there.
 */
async function findBlocked(deps: BlockDeps, actor: Actor, ref: UserRef): Promise<TribeUser | undefined> {
  const { userId, tribeId } = ref;
  if (tribeId === undefined) return isPseudonym(userId) ? undefined : { userId, tribeId: allTribes };
  const blocks = await deps.store.blocks.inTribe(actor.id, tribeId);
  return findListed(
    deps,
    actor,
    ref,
    blocks.map(({ blockedId }) => blockedId),
  );
}

/** Returns which of the listed users the actor sees under this id in the tribe. */
export function findListed(
  { presenter }: Pick<Deps, 'presenter'>,
  actor: Actor,
  { userId, tribeId = allTribes }: UserRef,
  listedIds: readonly string[],
): TribeUser | undefined {
  const realId = presenter.pseudonyms.subjectOf(actor, userId, tribeId) ?? userId;
  return listedIds.includes(realId) ? { userId: realId, tribeId } : undefined;
}

/**
 * Locks both accounts in a fixed order, so that no concurrent follow is added; throws 404 when the other is deleted.
 */
async function lockBoth(tx: IdentityTx, actorId: string, otherId: string): Promise<void> {
  for (const id of [actorId, otherId].sort())
    if (!(await tx.users.lock(id))) throw fail(id === actorId ? 'unauthenticated' : 'not_found');
}

async function endFollows(tx: IdentityTx, one: string, other: string): Promise<void> {
  for (const [userId, followedId] of [
    [one, other],
    [other, one],
  ] as const)
    if (await tx.follows.remove(userId, followedId)) tx.emit(UserFollowed, { userId, followedId, following: false });
}
