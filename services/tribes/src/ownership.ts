import { mayActAsOwner } from '@tribus/community/access.ts';
import { requireOwner } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { OwnershipOfferEnded, OwnershipOffered } from '@tribus/proto/tribes/v1/events.ts';
import type { NewOwnershipOffer, OwnershipOffer } from '../api/measures.ts';
import { tribesPerUser } from '../limits.ts';
import { factsOf, isHominini, lockTribe, memberOf } from './access.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { changeMembership } from './joining.ts';
import { topLevel } from './levels.ts';
import { requireTypedName } from './names.ts';
import { presentPeople } from './present.ts';
import { isActive, type Member } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { StoredTribe, TribeForViewer } from './store/tribes.ts';
import { noteTribe } from './tribe-audit.ts';

/**
 * Asks an active member, who may own no more than anybody, whether they will own the tribe; nothing changes until they accept.
 * For the owner and site admins, who type the tribe's name to confirm. Throws 409 `offer_waits` while somebody is asked.
 */
export async function offerOwnership(
  { ctx, store, users }: Pick<Deps, 'ctx' | 'store' | 'users'>,
  actor: Actor,
  tribeId: number,
  { userId, name }: NewOwnershipOffer,
): Promise<void> {
  const user = (await users.byIds([userId])).get(userId);
  await store.transaction(async (tx) => {
    const { tribe } = await lockAsOwner(tx, actor, tribeId);
    requireTypedName(tribe, name);
    const asked = await memberOf(tx, tribeId, userId);
    const isMember = asked && isActive(asked) && user && !user.isDeleted && !(await tx.isActorDeleted(userId));
    if (!isMember || asked.role === 'owner') throw errors.fail('new_owner_no_member');
    // They are counted when they accept; who has no room now is not asked.
    if (user.role !== 'admin' && (await tx.members.countOwned(userId)) >= tribesPerUser)
      throw errors.fail('new_owner_tribe_limit');
    if (!(await tx.ownershipOffers.add({ tribeId, userId, createdAt: ctx.clock.now() })))
      throw errors.fail('offer_waits');
    tx.emit(OwnershipOffered, { tribeId, userId });
  });
}

/** Takes back what was offered. Throws 409 `no_offer` when nobody is asked any more: they may have accepted just now. */
export async function withdrawOffer({ store }: Pick<Deps, 'store'>, actor: Actor, tribeId: number): Promise<void> {
  await store.transaction(async (tx) => {
    const { tribe } = await lockAsOwner(tx, actor, tribeId);
    const ended = await tx.ownershipOffers.delete(tribeId);
    if (!ended) throw errors.fail('no_offer');
    const { userId } = ended;
    tx.emit(OwnershipOfferEnded, { tribeId, userId, outcome: 'withdrawn', ownerId: tribe.ownerId });
  });
}

/** Declines what was offered to the actor; the owner hears so. */
export async function declineOffer({ store }: Pick<Deps, 'store'>, actor: Actor, tribeId: number): Promise<void> {
  await store.transaction(async (tx) => {
    const { tribe } = await lockTribe(tx, actor, tribeId);
    if (!(await tx.ownershipOffers.delete(tribeId, actor.id))) throw errors.fail('no_offer');
    tx.emit(OwnershipOfferEnded, { tribeId, userId: actor.id, outcome: 'declined', ownerId: tribe.ownerId });
  });
}

/** Makes the actor, who was asked, the owner; the owner before becomes an officer. */
export async function acceptOffer(
  { ctx, store, users }: Pick<Deps, 'ctx' | 'store' | 'users'>,
  actor: Actor,
  tribeId: number,
): Promise<void> {
  const user = (await users.byIds([actor.id])).get(actor.id);
  await store.transaction(async (tx) => {
    const { tribe } = await lockTribe(tx, actor, tribeId);
    const offer = await tx.ownershipOffers.find(tribeId);
    const [before, after] = [await memberOf(tx, tribeId, tribe.ownerId), await memberOf(tx, tribeId, actor.id)];
    if (offer?.userId !== actor.id || !before || !after || !user) throw errors.fail('no_offer');
    await countOwnership(tx, before.userId, actor.id, user.role === 'admin' ? undefined : tribesPerUser);
    await exchangeRoles(tx, tribe, { before, after }, actor.id);
    noteTribe(ctx, tx, 'ownership_transferred', tribe, {
      before: { ownerId: before.userId },
      after: { ownerId: actor.id },
    });
  });
}

/** Who is asked to own a tribe, for those who may know: its owner, site admins, and who is asked. */
export async function readOffer(deps: Deps, viewer: Actor, found: TribeForViewer): Promise<OwnershipOffer | null> {
  const offer = await deps.store.ownershipOffers.find(found.tribe.id);
  const isMine = offer?.userId === viewer.id;
  if (!offer || !(isMine || mayActAsOwner(viewer, factsOf(found)))) return null;
  const personOf = await presentPeople(deps, viewer, found, [offer.userId]);
  return { user: personOf(offer.userId), createdAt: offer.createdAt.toISOString(), isMine };
}

async function lockAsOwner(tx: TribesTx, actor: Actor, tribeId: number): Promise<TribeForViewer> {
  const locked = await lockTribe(tx, actor, tribeId);
  if (isHominini(locked.tribe)) throw errors.fail('hominini_locked');
  requireOwner(actor, factsOf(locked));
  return locked;
}

/** In the order of their ids: of two transfers the other way round neither waits for ever. */
async function countOwnership(tx: TribesTx, fromId: string, toId: string, most: number | undefined): Promise<void> {
  const take = () => tx.members.decrementOwned(fromId);
  const give = async () => {
    if (!(await tx.members.incrementOwned(toId, most))) throw errors.fail('tribe_limit');
  };
  for (const step of fromId < toId ? [take, give] : [give, take]) await step();
}

/** One after the other: a tribe has one owner at most. */
async function exchangeRoles(
  tx: TribesTx,
  tribe: StoredTribe,
  { before, after }: { before: Member; after: Member },
  byId: string,
): Promise<void> {
  const officer = { ...before, role: 'officer' } as const;
  await changeMembership(tx, { tribe, membership: before }, before.userId, officer, { byId });
  const owner = { ...after, role: 'owner', levelOrder: topLevel } as const;
  await changeMembership(tx, { tribe, membership: after }, after.userId, owner, { byId });
}
