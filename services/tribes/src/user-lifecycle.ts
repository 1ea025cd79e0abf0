import { homininiId } from '@tribus/community/limits.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { orNotFound } from './access.ts';
import { changeMembership } from './joining.ts';
import { topLevel } from './levels.ts';
import { isActive, type Member, type Membership } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { StoredTribe } from './store/tribes.ts';
import { deleteTribeTx } from './tribes.ts';

/** Makes somebody a member of hominini, as everybody is from registration (decisions.md 3); safe to repeat. */
export async function ensureHomininiMember(ctx: Context, tx: TribesTx, userId: string): Promise<Membership> {
  const locked = orNotFound(await tx.tribes.lock(homininiId, userId));
  if (locked.membership && isActive(locked.membership)) return locked.membership;
  const membership: Membership = { status: 'active', role: 'member', levelOrder: 1, since: ctx.clock.now() };
  await changeMembership(tx, locked, userId, membership, { byId: userId });
  return membership;
}

/**
 * Ends every membership of a deleted user. Tribes they owned pass to the officer, else the member, who has been there
 * longest; a tribe without other members is deleted (decisions.md 2). What was decided over them and what they noted goes,
 * too; what they decided stays, without them.
 */
export async function removeUser(tx: TribesTx, userId: string): Promise<void> {
  for (const tribeId of await tx.members.listTribeIds(userId)) {
    const locked = await tx.tribes.lock(tribeId, userId);
    if (!locked?.membership) continue;
    const isOwner = locked.membership.role === 'owner';
    const successor = isOwner ? await successorOf(tx, tribeId) : undefined;
    if (isOwner && !successor) {
      await deleteTribeTx(tx, locked.tribe);
      continue;
    }
    await changeMembership(tx, locked, userId, null, { byId: userId, reason: 'user_deleted' });
    if (successor) await makeOwner(tx, locked.tribe, successor);
  }
  await tx.members.deleteOwner(userId);
  await tx.submissions.forgetTries(userId);
  await tx.submissions.forgetReviewer(userId);
  await tx.bans.forgetUser(userId);
  await tx.restrictions.forgetUser(userId);
  await tx.stays.forgetUser(userId);
  await tx.invites.forgetUser(userId);
  await tx.requests.deleteNotesBy(userId);
  await tx.newAccountJoins.forgetUser(userId);
}

async function makeOwner(tx: TribesTx, tribe: StoredTribe, member: Member): Promise<void> {
  const { userId, status, since } = member;
  const owner: Membership = { status, role: 'owner', levelOrder: topLevel, since };
  await changeMembership(tx, { tribe, membership: member }, userId, owner, { byId: userId });
  // It counts, though it may be one more than somebody may create.
  await tx.members.incrementOwned(userId);
}

/** The first after the owner: members are listed by role, then by the time they joined. */
async function successorOf(tx: TribesTx, tribeId: number): Promise<Member | undefined> {
  const [, next] = await tx.members.listPage(tribeId, { status: 'active', leftOut: [], limit: 2 });
  return next;
}
