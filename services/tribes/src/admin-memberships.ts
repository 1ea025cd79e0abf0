import { recordAudit } from '@tribus/community/audit.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { AuditAction } from '@tribus/proto/audit/v1/types.ts';
import { AuditRecorded } from '@tribus/proto/tribes/v1/events.ts';
import type { Memberships } from '../api.ts';
import { isHominini, orNotFound } from './access.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { changeMembership } from './joining.ts';
import { presentOwnMembership } from './present.ts';
import { isActive, type Membership } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { StoredTribe } from './store/tribes.ts';

// Changes of a user's memberships by site admins (specification 1, section 4). The owner of a tribe cannot be changed
// here.

type MemberOf = { userId: string; tribeId: number };
type ChangeDeps = Pick<Deps, 'ctx' | 'store'>;

/** Returns a user's active memberships and requests to join. */
export async function listMembershipsOf(deps: Deps, userId: string): Promise<Memberships> {
  const memberships = await deps.store.tribes.listByUser(userId, ['active', 'pending']);
  return { items: memberships.map((own) => presentOwnMembership(deps, own)) };
}

/** Adds a member at once, also where approval is required; throws 404 for an unknown or deleted account. */
export async function addMembership(
  deps: Pick<Deps, 'ctx' | 'store' | 'users'>,
  actor: Actor,
  of: MemberOf,
): Promise<void> {
  const user = (await deps.users.byIds([of.userId])).get(of.userId);
  if (!user || user.isDeleted) throw fail('not_found');
  await change(deps, actor, of, 'membership_added', (membership) => {
    if (isActive(membership)) throw errors.fail('already_member');
    return { status: 'active', role: 'member', levelOrder: 1, since: deps.ctx.clock.now() };
  });
}

/** Makes a member an officer, or an officer a member. */
export async function setMemberRole(
  deps: ChangeDeps,
  actor: Actor,
  of: MemberOf,
  role: 'officer' | 'member',
): Promise<void> {
  await change(deps, actor, of, 'membership_role_changed', (membership) => {
    if (!isActive(membership)) throw fail('not_found');
    return { ...membership, role };
  });
}

/** Removes a member from a tribe, or cancels their request to join. */
export async function removeMembership(deps: ChangeDeps, actor: Actor, of: MemberOf): Promise<void> {
  await change(deps, actor, of, 'membership_removed', (membership, tribe) => {
    if (!membership || membership.status === 'rejected') throw fail('not_found');
    if (isHominini(tribe)) throw errors.fail('hominini_locked');
    return null;
  });
}

type Next = (membership: Membership | null, tribe: StoredTribe) => Membership | null;

async function change(
  { ctx, store }: ChangeDeps,
  actor: Actor,
  { userId, tribeId }: MemberOf,
  action: Exclude<AuditAction, 'none'>,
  next: Next,
): Promise<void> {
  await store.transaction(async (tx: TribesTx) => {
    if (await tx.isActorDeleted(userId)) throw fail('not_found');
    const { tribe, membership } = orNotFound(await tx.tribes.lock(tribeId, userId));
    if (membership?.role === 'owner') throw errors.fail('owner_fixed');
    const to = next(membership, tribe);
    if (to?.role === membership?.role && to?.status === membership?.status) return;
    await changeMembership(tx, { tribe, membership }, userId, to, { byId: actor.id, reason: 'removed' });
    recordAudit(ctx, tx, AuditRecorded, {
      action,
      target: { type: 'user', id: userId },
      before: { tribeId, tribeName: tribe.name, role: membership?.role ?? null },
      after: { role: to?.role ?? null },
    });
  });
}
