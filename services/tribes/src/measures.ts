import { recordAudit } from '@tribus/community/audit.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { AuditRecorded, MemberRestricted } from '@tribus/proto/tribes/v1/events.ts';
import type { NewRestriction, OwnRestriction } from '../api/measures.ts';
import { endDaysMax } from '../limits.ts';
import { lockTribe, memberOf } from './access.ts';
import { requireMeasure } from './authority.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { changeMembership } from './joining.ts';
import { presentRestriction } from './present.ts';
import { isActive, type Member } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';

// Moderators' measures short of a ban; officers cannot decide over officers, nor anyone over themselves.

type ChangeDeps = Pick<Deps, 'ctx' | 'store'>;
type MemberOf = { tribeId: number; userId: string };

/** Restricts a member to reading until the end; replaces a restriction in force. */
export async function restrictMember(
  { ctx, store }: ChangeDeps,
  actor: Actor,
  of: MemberOf,
  { reason, endsAt: end }: NewRestriction,
): Promise<OwnRestriction> {
  const { tribeId, userId } = of;
  const now = ctx.clock.now();
  const endsAt = new Date(end);
  if (endsAt <= now) throw errors.fail('end_past');
  if (endsAt.getTime() - now.getTime() > endDaysMax * dayMs) throw errors.fail('end_too_far');
  return store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    const [present] = await tx.restrictions.list(tribeId, [userId]);
    const subject = { userId, membership: await activeMember(tx, of), decided: present?.authority };
    const authority = requireMeasure('restrict', actor, locked, subject);
    if (await tx.isActorDeleted(userId)) throw fail('not_found');
    const about = { tribeId, userId };
    const restriction = { ...about, reason, authority, byUserId: actor.id, createdAt: now, endsAt };
    await tx.restrictions.put(restriction);
    const until = endsAt.toISOString();
    tx.emit(MemberRestricted, { ...about, until });
    recordAudit(ctx, tx, AuditRecorded, {
      action: 'member_restricted',
      target: { type: 'user', id: userId },
      after: { tribeId, tribeName: locked.tribe.name, endsAt: until },
    });
    return presentRestriction(restriction);
  });
}

/** Lifts a restriction; throws 404 when there is none. An officer cannot lift one by an owner or a site admin. */
export async function liftRestriction(
  { ctx, store }: ChangeDeps,
  actor: Actor,
  { tribeId, userId }: MemberOf,
): Promise<void> {
  await store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    const [present] = await tx.restrictions.list(tribeId, [userId]);
    const subject = { userId, membership: await memberOf(tx, tribeId, userId), decided: present?.authority };
    requireMeasure('lift', actor, locked, subject);
    if (!(await tx.restrictions.delete(tribeId, userId))) throw fail('not_found');
    tx.emit(MemberRestricted, { tribeId, userId, until: '' });
    recordAudit(ctx, tx, AuditRecorded, {
      action: 'member_unrestricted',
      target: { type: 'user', id: userId },
      after: { tribeId, tribeName: locked.tribe.name },
    });
  });
}

/** Ends a membership; the user may rejoin. Throws 404 for a non-member. */
export async function removeMember({ ctx, store }: ChangeDeps, actor: Actor, of: MemberOf): Promise<void> {
  const { tribeId, userId } = of;
  await store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    const member = await activeMember(tx, of);
    requireMeasure('remove', actor, locked, { userId, membership: member });
    if (!member) throw fail('not_found');
    const change = { tribe: locked.tribe, membership: member };
    await changeMembership(tx, change, userId, null, { byId: actor.id, reason: 'removed' });
    recordAudit(ctx, tx, AuditRecorded, {
      action: 'membership_removed',
      target: { type: 'user', id: userId },
      before: { tribeId, tribeName: locked.tribe.name, role: member.role },
      after: { role: null },
    });
  });
}

/** Makes a member an officer, or an officer a member; for the owner and site admins. */
export async function setOfficer(
  { ctx, store }: ChangeDeps,
  actor: Actor,
  of: MemberOf,
  role: 'officer' | 'member',
): Promise<void> {
  const { tribeId, userId } = of;
  await store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    const member = await activeMember(tx, of);
    requireMeasure('role', actor, locked, { userId, membership: member });
    if (!member) throw fail('not_found');
    if (member.role === role) return;
    const { tribe } = locked;
    await changeMembership(tx, { tribe, membership: member }, userId, { ...member, role }, { byId: actor.id });
    recordAudit(ctx, tx, AuditRecorded, {
      action: 'membership_role_changed',
      target: { type: 'user', id: userId },
      before: { tribeId, tribeName: locked.tribe.name, role: member.role },
      after: { role },
    });
  });
}

async function activeMember(tx: TribesTx, { tribeId, userId }: MemberOf): Promise<Member | null> {
  const member = await memberOf(tx, tribeId, userId);
  return member && isActive(member) ? member : null;
}
