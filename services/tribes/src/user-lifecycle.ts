import { homininiId } from '@tribus/community/limits.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { orNotFound } from './access.ts';
import { changeMembership } from './joining.ts';
import { topLevel } from './levels.ts';
import { isActive, type Member, type Membership } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import { deleteTribeTx } from './tribes.ts';

/** Everybody is a member of hominini from registration (decisions.md 3); doing it again changes nothing. */
export async function ensureHomininiMember(ctx: Context, tx: TribesTx, userId: string): Promise<Membership> {
  const seen = orNotFound(await tx.tribes.lock(homininiId, userId));
  if (seen.membership && isActive(seen.membership)) return seen.membership;
  const membership: Membership = { status: 'active', role: 'member', levelOrder: 1, since: ctx.clock.now() };
  await changeMembership(tx, seen, userId, membership, { byId: userId });
  return membership;
}

/**
 * Somebody's account is gone, and they with it from every tribe. What they owned passes to the officer, else the
 * member, who has been there longest; a tribe of nobody else ends (decisions.md 2).
 */
export async function removeUser(tx: TribesTx, userId: string): Promise<void> {
  for (const tribeId of await tx.members.tribeIdsOf(userId)) {
    const seen = await tx.tribes.lock(tribeId, userId);
    if (!seen?.membership) continue;
    const isOwner = seen.membership.role === 'owner';
    const heir = isOwner ? await successorOf(tx, tribeId) : undefined;
    if (isOwner && !heir) {
      await deleteTribeTx(tx, seen.tribe);
      continue;
    }
    await changeMembership(tx, seen, userId, null, { byId: userId, reason: 'user_deleted' });
    if (heir)
      await changeMembership(tx, { tribe: seen.tribe, membership: heir }, heir.userId, asOwner(heir), {
        byId: heir.userId,
      });
    // What is inherited counts, though it may be more than one may found.
    if (heir) await tx.members.incrementOwned(heir.userId);
  }
  await tx.members.forgetOwner(userId);
}

/** The first after the owner: members stand in the order of their office and then of their coming. */
async function successorOf(tx: TribesTx, tribeId: number): Promise<Member | undefined> {
  const [, next] = await tx.members.page(tribeId, { status: 'active', limit: 2 });
  return next;
}

const asOwner = ({ status, since }: Membership): Membership => ({ status, role: 'owner', levelOrder: topLevel, since });
