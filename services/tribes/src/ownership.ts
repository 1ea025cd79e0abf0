import { mayActAsOwner } from '@tribus/community/access.ts';
import { refuseRestricted, requireOwner } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { OwnershipOfferEnded, OwnershipOffered } from '@tribus/proto/tribes/v1/events.ts';
import type { NewOwnershipOffer, OwnershipOffer } from '../api/measures.ts';
import { tribesPerUser } from '../limits.ts';
import { isHominini, lockTribe, memberOf, toMembershipAccess } from './access.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { changeMembership } from './joining.ts';
import { asOwner } from './levels.ts';
import { requireTypedName } from './names.ts';
import { loadUserPresenter } from './present.ts';
import { isActive, type Member } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { StoredTribe, TribeForViewer } from './store/tribes.ts';
import { auditTribe } from './tribe-audit.ts';

/**
 * Offers the ownership of a tribe to an active, unrestricted member below the limit of owned tribes; nothing changes
 * until they accept. For the owner and site admins, who type the tribe's name as confirmation. Throws 409 `offer_waits`
 * while another offer is pending.
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
    const recipient = await memberOf(tx, tribeId, userId);
    const isMember = recipient && isActive(recipient) && user && !user.isDeleted && !(await tx.isActorDeleted(userId));
    if (!isMember || recipient.role === 'owner') throw errors.fail('new_owner_no_member');
    if ((await tx.restrictions.list(tribeId, [userId])).length > 0) throw errors.fail('new_owner_restricted');
    // The limit is enforced on acceptance; this check only avoids an offer that cannot be accepted now.
    if (user.role !== 'admin' && (await tx.members.countOwned(userId)) >= tribesPerUser)
      throw errors.fail('new_owner_tribe_limit');
    if (!(await tx.ownershipOffers.add({ tribeId, userId, createdAt: ctx.clock.now() })))
      throw errors.fail('offer_waits');
    tx.emit(OwnershipOffered, { tribeId, userId });
  });
}

/** Withdraws an offer. Throws 409 `no_offer` when none is pending: it may have just been accepted. */
export async function withdrawOffer({ store }: Pick<Deps, 'store'>, actor: Actor, tribeId: number): Promise<void> {
  await store.transaction(async (tx) => {
    const { tribe } = await lockAsOwner(tx, actor, tribeId);
    const ended = await tx.ownershipOffers.delete(tribeId);
    if (!ended) throw errors.fail('no_offer');
    const { userId } = ended;
    tx.emit(OwnershipOfferEnded, { tribeId, userId, outcome: 'withdrawn', ownerId: tribe.ownerId });
  });
}

/** Declines an offer to the actor; the owner is notified. */
export async function declineOffer({ store }: Pick<Deps, 'store'>, actor: Actor, tribeId: number): Promise<void> {
  await store.transaction(async (tx) => {
    const { tribe } = await lockTribe(tx, actor, tribeId);
    if (!(await tx.ownershipOffers.delete(tribeId, actor.id))) throw errors.fail('no_offer');
    tx.emit(OwnershipOfferEnded, { tribeId, userId: actor.id, outcome: 'declined', ownerId: tribe.ownerId });
  });
}

/**
 * Accepts an offer: the actor becomes the owner, the previous owner an officer. Throws 403 `membership_restricted` for
 * a restricted member, whom nobody in the tribe could release afterwards.
 */
export async function acceptOffer(
  { ctx, store, users }: Pick<Deps, 'ctx' | 'store' | 'users'>,
  actor: Actor,
  tribeId: number,
): Promise<void> {
  const user = (await users.byIds([actor.id])).get(actor.id);
  await store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    const { tribe } = locked;
    const offer = await tx.ownershipOffers.find(tribeId);
    if (offer?.userId === actor.id) refuseRestricted(actor, toMembershipAccess(locked));
    const [before, after] = [await memberOf(tx, tribeId, tribe.ownerId), await memberOf(tx, tribeId, actor.id)];
    if (offer?.userId !== actor.id || !before || !after || !user) throw errors.fail('no_offer');
    await countOwnership(tx, before.userId, actor.id, user.role === 'admin' ? undefined : tribesPerUser);
    await exchangeRoles(tx, tribe, { before, after }, actor.id);
    auditTribe(ctx, tx, 'ownership_transferred', tribe, {
      before: { ownerId: before.userId },
      after: { ownerId: actor.id },
    });
  });
}

/** Returns the pending offer; for the tribe's owner, site admins and its recipient. */
export async function readOffer(deps: Deps, viewer: Actor, found: TribeForViewer): Promise<OwnershipOffer | null> {
  const offer = await deps.store.ownershipOffers.find(found.tribe.id);
  const isMine = offer?.userId === viewer.id;
  if (!offer || !(isMine || mayActAsOwner(viewer, toMembershipAccess(found)))) return null;
  const presentUser = await loadUserPresenter(deps, viewer, found, [offer.userId]);
  return { user: presentUser(offer.userId), createdAt: offer.createdAt.toISOString(), isMine };
}

async function lockAsOwner(tx: TribesTx, actor: Actor, tribeId: number): Promise<TribeForViewer> {
  const locked = await lockTribe(tx, actor, tribeId);
  if (isHominini(locked.tribe)) throw errors.fail('hominini_locked');
  requireOwner(actor, toMembershipAccess(locked));
  return locked;
}

/** Locks in the order of the ids, so that two opposite transfers cannot deadlock. */
async function countOwnership(tx: TribesTx, fromId: string, toId: string, max: number | undefined): Promise<void> {
  const decrement = () => tx.members.decrementOwned(fromId);
  const increment = async () => {
    if (!(await tx.members.incrementOwned(toId, max))) throw errors.fail('tribe_limit');
  };
  for (const step of fromId < toId ? [decrement, increment] : [increment, decrement]) await step();
}

/** One update after the other, because a tribe has at most one owner. */
async function exchangeRoles(
  tx: TribesTx,
  tribe: StoredTribe,
  { before, after }: { before: Member; after: Member },
  byId: string,
): Promise<void> {
  const officer = { ...before, role: 'officer' } as const;
  await changeMembership(tx, { tribe, membership: before }, before.userId, officer, { byId });
  await changeMembership(tx, { tribe, membership: after }, after.userId, asOwner(after), { byId });
}
