import { recordAudit } from '@tribus/community/audit.ts';
import { requireModerator } from '@tribus/community/guards.ts';
import { type Actor, userIdOf } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { isUuid } from '@tribus/kit/core/ids.ts';
import { readPage } from '@tribus/kit/http/keyset.ts';
import { AuditRecorded } from '@tribus/proto/tribes/v1/events.ts';
import type {
  InviteJoined,
  InvitePreview,
  InvitesQuery,
  InviteUses,
  NewInvite,
  Invite as ShownInvite,
  Invites as ShownInvites,
} from '../api/invites.ts';
import { endDaysMax, openInvitesMax } from '../limits.ts';
import { getTribe, isHominini, lockTribe, orNotFound, toMembershipAccess } from './access.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { countJoin } from './join-limit.ts';
import { changeMembership } from './joining.ts';
import { newMember } from './membership-transitions.ts';
import { loadUserPresenter, presentInvite, presentInvitePreview } from './present.ts';
import type { Invite } from './store/invites.ts';
import { isActive } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';

type InviteOf = { tribeId: number; inviteId: string };

/** Creates an invitation link; for owner, officers and site admins. */
export async function createInvite(
  deps: Deps,
  actor: Actor,
  tribeId: number,
  { expiresAt, maxUses }: NewInvite,
): Promise<ShownInvite> {
  const { ctx, store, inviteCodes } = deps;
  const { found, invite } = await store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    requireModerator(actor, toMembershipAccess(locked));
    if (isHominini(locked.tribe)) throw errors.fail('hominini_locked');
    const createdAt = ctx.clock.now();
    const end = endOf(expiresAt, createdAt);
    if ((await tx.invites.countOpen(tribeId)) >= openInvitesMax) throw errors.fail('too_many_invites');
    const id = ctx.newId();
    const codeHash = inviteCodes.hashOf(inviteCodes.codeOf(id));
    const invite = { id, tribeId, codeHash, createdBy: actor.id, createdAt, expiresAt: end, maxUses };
    await tx.invites.insert(invite);
    auditInvite(ctx, tx, 'invite_created', locked.tribe, invite);
    return { found: locked, invite };
  });
  const presentUser = await loadUserPresenter(deps, actor, found, [actor.id]);
  return presentInvite(deps, { ...invite, uses: 0, revokedAt: null }, presentUser);
}

function endOf(expiresAt: string | null, now: Date): Date | null {
  if (expiresAt === null) return null;
  const end = new Date(expiresAt);
  if (end <= now) throw errors.fail('end_past');
  if (end.getTime() - now.getTime() > endDaysMax * dayMs) throw errors.fail('end_too_far');
  return end;
}

/** Returns the links of a tribe, the newest first; for owner, officers and site admins. */
export async function listInvites(
  deps: Deps,
  viewer: Actor,
  tribeId: number,
  query: InvitesQuery,
): Promise<ShownInvites> {
  const found = await getTribe(deps, viewer, tribeId);
  requireModerator(viewer, toMembershipAccess(found));
  const { items, nextCursor } = await readPage(deps.cursors, `invites:${tribeId}`, query, ({ limit, after }) =>
    deps.store.invites.listPage(tribeId, limit, after),
  );
  const creators = items.flatMap(({ createdBy }) => createdBy ?? []);
  const presentUser = await loadUserPresenter(deps, viewer, found, creators);
  return { items: items.map((invite) => presentInvite(deps, invite, presentUser)), nextCursor };
}

/** Returns the members who joined by a link, the newest first; for owner, officers and site admins. */
export async function listInviteUses(
  deps: Deps,
  viewer: Actor,
  { tribeId, inviteId }: InviteOf,
  query: InvitesQuery,
): Promise<InviteUses> {
  const found = await getTribe(deps, viewer, tribeId);
  requireModerator(viewer, toMembershipAccess(found));
  if (!isUuid(inviteId) || !(await deps.store.invites.exists(tribeId, inviteId))) throw fail('not_found');
  const { items, nextCursor } = await readPage(deps.cursors, `invite-uses:${inviteId}`, query, async (page) => {
    const uses = await deps.store.invites.listUses(inviteId, page.limit, page.after);
    return uses.map(({ userId, usedAt }) => ({ id: userId, createdAt: usedAt }));
  });
  const presentUser = await loadUserPresenter(
    deps,
    viewer,
    found,
    items.map(({ id }) => id),
  );
  return {
    items: items.map(({ id, createdAt }) => ({ user: presentUser(id), usedAt: createdAt.toISOString() })),
    nextCursor,
  };
}

/** Revokes a link; throws 404 when it is unknown or already revoked. */
export async function revokeInvite(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  actor: Actor,
  { tribeId, inviteId }: InviteOf,
): Promise<void> {
  await store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    requireModerator(actor, toMembershipAccess(locked));
    if (!isUuid(inviteId) || !(await tx.invites.revoke(tribeId, inviteId))) throw fail('not_found');
    auditInvite(ctx, tx, 'invite_revoked', locked.tribe);
  });
}

/**
 * Returns the tribe behind a link, also for visitors; throws 404 `invite_invalid` when the link is expired, used up or
 * revoked.
 */
export async function previewInvite(deps: Deps, viewer: Actor, code: string): Promise<InvitePreview> {
  const { store, inviteCodes } = deps;
  const invite = await store.invites.findOpen(inviteCodes.hashOf(code));
  const [found] = invite ? await store.tribes.findForViewer(userIdOf(viewer), [invite.tribeId]) : [];
  if (!invite || !found) throw errors.fail('invite_invalid');
  return presentInvitePreview(deps, invite, found);
}

/**
 * Joins by a link, without approval and questions; an existing member stays one and consumes no use. Concurrent uses
 * never exceed the limit. Throws 403 `banned` for a banned user.
 */
export function joinByInvite(
  { ctx, store, inviteCodes }: Pick<Deps, 'ctx' | 'store' | 'inviteCodes'>,
  actor: Actor,
  code: string,
): Promise<InviteJoined> {
  return store.transaction(async (tx) => {
    const invite = await tx.invites.findOpen(inviteCodes.hashOf(code));
    if (!invite) throw errors.fail('invite_invalid');
    const { tribeId } = invite;
    const locked = orNotFound(await tx.tribes.lock(tribeId, actor.id));
    if (isActive(locked.membership)) return { tribeId };
    const [from, to] = [locked.membership, newMember(ctx.clock.now())];
    await countJoin(tx, actor, { from, to, now: ctx.clock.now() });
    await changeMembership(tx, locked, actor.id, to, { byId: actor.id });
    if (!(await tx.invites.use(invite.id, actor.id))) throw errors.fail('invite_invalid');
    return { tribeId };
  });
}

function auditInvite(
  ctx: Deps['ctx'],
  tx: TribesTx,
  action: 'invite_created' | 'invite_revoked',
  { id, name }: { id: number; name: string },
  invite?: Pick<Invite, 'expiresAt' | 'maxUses'>,
): void {
  recordAudit(ctx, tx, AuditRecorded, {
    action,
    target: { type: 'tribe', id: String(id), name },
    ...(invite && { after: { expiresAt: invite.expiresAt?.toISOString() ?? null, maxUses: invite.maxUses } }),
  });
}
