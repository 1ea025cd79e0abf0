import { findHidden } from '@tribus/community/hidden-person.ts';
import { type TribeUser, TribeUserSet } from '@tribus/community/tribe-user-set.ts';
import { isPseudonym, type Viewer } from '@tribus/community/user-presenter.ts';
import { type Actor, userIdOf } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { type PageQuery, readPage } from '@tribus/kit/http/keyset.ts';
import { UserBlocked, UserFollowed, UserUnblocked } from '@tribus/proto/identity/v1/events.ts';
import { BlocksAndMutes } from '@tribus/proto/identity/v1/service.ts';
import type { Blocks, ListedPerson } from '../api/blocks.ts';
import { blocksMax } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { presentListed } from './present-blocks.ts';
import type { IdentityStore, IdentityTx } from './store/store.ts';

/** Two people who are not shown to each other any more (docs/decisions/0019). */

/** A person as the caller names them: by the id under which they see them, and where. */
export interface PersonRef {
  userId: string;
  tribeId: number | undefined;
}

type BlockDeps = Pick<Deps, 'ctx' | 'store' | 'presenter' | 'tribes'>;

const nowhereElse = 0;

/** Blocks somebody; doing it again changes nothing. Neither follows the other any more. 404 for who is not there. */
export async function block(deps: BlockDeps, actor: Actor, ref: PersonRef): Promise<ListedPerson> {
  const { userId: blockedId, tribeId } = await findPerson(deps, actor, ref);
  if (blockedId === actor.id) throw errors.fail('cannot_block_self');
  const kept = await deps.store.transaction(async (tx) => {
    await lockBoth(tx, actor.id, blockedId);
    const at = { id: deps.ctx.newId(), createdAt: deps.ctx.clock.now() };
    const { block, isNew } = await tx.blocks.add({ ...at, userId: actor.id, blockedId, tribeId });
    if (!isNew) return block;
    if ((await tx.blocks.count(actor.id)) > blocksMax) throw errors.fail('block_limit');
    if (tribeId === nowhereElse) await endFollows(tx, actor.id, blockedId);
    tx.emit(UserBlocked, { userId: actor.id, blockedId, tribeId });
    return block;
  });
  const [listed] = await presentListed(deps, actor, [kept]);
  if (!listed) throw fail('not_found');
  return listed;
}

/** Blocks somebody no more; no effect where they were not blocked. Who followed whom does not come back. */
export async function unblock(deps: BlockDeps, actor: Actor, ref: PersonRef): Promise<void> {
  const blocked = await findBlocked(deps, actor, ref);
  if (!blocked) return;
  await deps.store.transaction(async (tx) => {
    if (!(await tx.blocks.remove(actor.id, blocked))) return;
    tx.emit(UserUnblocked, { userId: actor.id, blockedId: blocked.userId, tribeId: blocked.tribeId });
  });
}

/** Whom the caller blocked, the newest first. */
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

/** Somebody for whom identity itself presents people. */
export const viewerOf = async ({ store }: { store: Pick<IdentityStore, 'blocks'> }, actor: Actor): Promise<Viewer> => ({
  actor,
  blocks: await blocksOf(store, userIdOf(actor)),
});

/** Whom a user blocked and who blocked them. */
export async function blocksOf({ blocks }: Pick<IdentityTx, 'blocks'>, userId: string): Promise<TribeUserSet> {
  return new TribeUserSet(userId === '' ? [] : ((await blocks.around([userId])).get(userId) ?? []));
}

/** For other services: one answer for each different id. */
export async function blocksAndMutes(
  { store }: Pick<Deps, 'store'>,
  userIds: readonly string[],
): Promise<BlocksAndMutes[]> {
  const [blocks, mutes] = await Promise.all([store.blocks.around(userIds), store.mutes.ofUsers(userIds)]);
  const byUser = Map.groupBy(mutes, ({ userId }) => userId);
  return [...new Set(userIds)].map((userId) => {
    const own = byUser.get(userId) ?? [];
    const valuesOf = (wanted: string) => own.flatMap(({ kind, value }) => (kind === wanted ? [value] : []));
    return BlocksAndMutes.fromPartial({
      userId,
      blocked: blocks.get(userId) ?? [],
      muted: own.flatMap(({ mutedUserId, tribeId }) => (mutedUserId ? [{ userId: mutedUserId, tribeId }] : [])),
      mutedTags: valuesOf('tag'),
      mutedWords: valuesOf('word'),
      mutedTribeIds: valuesOf('tribe').map(Number),
    });
  });
}

/**
 * Who a person is whom the caller names. Of somebody hidden in a tribe the caller learns nothing by it: it holds in that
 * tribe alone, where nobody has a name for them. 404 for who is not there.
 */
export async function findPerson(
  { tribes, presenter }: Pick<Deps, 'tribes' | 'presenter'>,
  actor: Actor,
  { userId, tribeId }: PersonRef,
): Promise<TribeUser> {
  if (!isPseudonym(userId)) return { userId, tribeId: nowhereElse };
  if (tribeId === undefined) throw fail('not_found');
  const found = await findHidden({ tribes, presenter }, actor, { pseudonym: userId, tribeId });
  if (found === undefined) throw fail('not_found');
  return { userId: found, tribeId };
}

/** The same among those whom the caller blocked: also who has left the tribe, or is not hidden there any more. */
async function findBlocked(deps: BlockDeps, actor: Actor, ref: PersonRef): Promise<TribeUser | undefined> {
  const { userId, tribeId } = ref;
  if (tribeId === undefined) return isPseudonym(userId) ? undefined : { userId, tribeId: nowhereElse };
  const blocks = await deps.store.blocks.inTribe(actor.id, tribeId);
  return amongListed(
    deps,
    actor,
    ref,
    blocks.map(({ blockedId }) => blockedId),
  );
}

/** Who of these is shown to the caller under this id in the tribe. */
export function amongListed(
  { presenter }: Pick<Deps, 'presenter'>,
  actor: Actor,
  { userId, tribeId = nowhereElse }: PersonRef,
  listedIds: readonly string[],
): TribeUser | undefined {
  const found = listedIds.find((id) => id === userId || presenter.pseudonymOf(actor, id, tribeId) === userId);
  return found === undefined ? undefined : { userId: found, tribeId };
}

/** Locks both accounts in one order, so that neither follows the other meanwhile; 404 when the other is gone. */
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
