import { recordAudit } from '@tribus/community/audit.ts';
import { requireModerator } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { AuditRecorded } from '@tribus/proto/tribes/v1/events.ts';
import type { NewRequestNote, RequestNote, Resolution, Resolved } from '../api/admission.ts';
import { notesMax } from '../limits.ts';
import { lockTribe, memberOf, orNotFound, toMembershipAccess } from './access.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { changeMembership } from './joining.ts';
import { afterResolution } from './membership-transitions.ts';
import { loadUserPresenter } from './present.ts';
import type { Membership } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { StoredTribe } from './store/tribes.ts';

type RequestDeps = Pick<Deps, 'ctx' | 'store'>;
type Resolving = 'active' | 'rejected';

/** Approves or rejects a request to join; for owner, officers and site admins. */
export async function resolveJoinRequest(
  { ctx, store }: RequestDeps,
  actor: Actor,
  { tribeId, userId }: { tribeId: number; userId: string },
  status: Resolving,
): Promise<void> {
  await store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    requireModerator(actor, toMembershipAccess(locked));
    const membership = await memberOf(tx, tribeId, userId);
    const to = afterResolution(status, membership, ctx.clock.now());
    if (to !== membership) await resolve(ctx, tx, locked.tribe, { userId, membership, to, byId: actor.id });
  });
}

const statusOf = { approve: 'active', reject: 'rejected' } as const;

/** Resolves several requests in the same way; skips those no longer pending. */
export function resolveJoinRequests(
  { ctx, store }: RequestDeps,
  actor: Actor,
  tribeId: number,
  { action, userIds }: Resolution,
): Promise<Resolved> {
  return store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    requireModerator(actor, toMembershipAccess(locked));
    const { members } = orNotFound(await tx.tribes.findWithMembers(tribeId, [...new Set(userIds)]));
    const pending = members.filter(({ status }) => status === 'pending');
    for (const membership of pending) {
      const to = afterResolution(statusOf[action], membership, ctx.clock.now());
      await resolve(ctx, tx, locked.tribe, { userId: membership.userId, membership, to, byId: actor.id });
    }
    return { resolved: pending.map(({ userId }) => userId) };
  });
}

async function resolve(
  ctx: Deps['ctx'],
  tx: TribesTx,
  tribe: StoredTribe,
  { userId, membership, to, byId }: { userId: string; membership: Membership | null; to: Membership; byId: string },
): Promise<void> {
  await changeMembership(tx, { tribe, membership }, userId, to, { byId });
  recordAudit(ctx, tx, AuditRecorded, {
    action: to.status === 'active' ? 'join_request_approved' : 'join_request_rejected',
    target: { type: 'user', id: userId },
    after: { tribeId: tribe.id, tribeName: tribe.name },
  });
}

/** Adds a note to a pending request, for the other moderators. */
export async function addRequestNote(
  deps: Deps,
  actor: Actor,
  { tribeId, userId }: { tribeId: number; userId: string },
  { text }: NewRequestNote,
): Promise<RequestNote> {
  const { ctx, store } = deps;
  const { found, note } = await store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    requireModerator(actor, toMembershipAccess(locked));
    const membership = await memberOf(tx, tribeId, userId);
    if (membership?.status !== 'pending') throw errors.fail('no_pending_request');
    if ((await tx.requests.countNotes(tribeId, userId)) >= notesMax) throw errors.fail('too_many_notes');
    const note = { id: ctx.newId(), tribeId, userId, authorId: actor.id, body: text, createdAt: ctx.clock.now() };
    await tx.requests.addNote(note);
    return { found: locked, note };
  });
  const presentAuthor = await loadUserPresenter(deps, actor, found, [actor.id]);
  return { id: note.id, author: presentAuthor(actor.id), text, createdAt: note.createdAt.toISOString() };
}
