import { recordAudit } from '@tribus/community/audit.ts';
import { type Authority, decideAuthority } from '@tribus/community/authority.ts';
import { requireModerator } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { readPage } from '@tribus/kit/http/keyset.ts';
import { AuditRecorded, MemberBanned, MemberUnbanned } from '@tribus/proto/tribes/v1/events.ts';
import type { BansQuery, NewBan, OwnBans, TribeBans } from '../api/measures.ts';
import { nonMemberBansPerDay } from '../limits.ts';
import { getTribe, isHominini, lockTribe, memberOf, nameFor, orNotFound, toMembershipAccess } from './access.ts';
import { findRefusal, outranks, requireMeasure } from './authority.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { changeMembership } from './joining.ts';
import { loadUserPresenter, presentOwnBan } from './present.ts';
import type { Ban } from './store/bans.ts';
import type { Membership } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { StoredTribe } from './store/tribes.ts';

interface Decision {
  tribeId: number;
  userId: string;
  reason: string;
  endsAt: Date | null;
  authority: Authority;
  /** Null when no person made the decision. */
  byUserId: string | null;
  /** The case behind the ban; null for a decision of its own. */
  causeId: string | null;
}

/**
 * Bans a user, member or not; for owner, officers and site admins, officers not over officers. The owner cannot be
 * banned. A new ban replaces those in force. Bans of non-members are limited (`requireBannableNonMember`).
 */
export async function banMember(
  deps: Pick<Deps, 'ctx' | 'store' | 'users' | 'blocks'>,
  actor: Actor,
  tribeId: number,
  { userId, reason, endsAt }: NewBan,
): Promise<void> {
  const { ctx, store, users, blocks } = deps;
  const end = endsAt === null ? null : new Date(endsAt);
  if (end && end <= ctx.clock.now()) throw errors.fail('end_past');
  const user = (await users.byIds([userId])).get(userId);
  const isBlocked = (await blocks.blocksAmong(actor.id, [userId])).everywhere.has(userId);
  await store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    const membership = await memberOf(tx, tribeId, userId);
    const decided = (await tx.bans.find(tribeId, userId))?.authority;
    const authority = requireMeasure('ban', actor, locked, { userId, membership, decided });
    if (!user || user.isDeleted || (await tx.isActorDeleted(userId))) throw fail('not_found');
    if ((await isStranger(tx, { tribeId, userId, membership })) && authority !== 'admin')
      await requireBannableNonMember(tx, { tribeId, isBlocked }, ctx.clock.now());
    const decision = { tribeId, userId, reason, endsAt: end, authority, byUserId: actor.id, causeId: null };
    await tx.bans.replace({ ...decision, ...written(ctx) });
    await applyBanTx(ctx, tx, { tribe: locked.tribe, membership }, decision);
  });
}

/**
 * Throws 404 for a user who was never a member when a block exists between the two; throws 409 `too_many_bans` at the
 * day's limit for such users, because otherwise any tribe could ban any user.
 */
async function requireBannableNonMember(
  tx: TribesTx,
  { tribeId, isBlocked }: { tribeId: number; isBlocked: boolean },
  now: Date,
): Promise<void> {
  if (isBlocked) throw fail('not_found');
  const since = new Date(now.getTime() - dayMs);
  if ((await tx.bans.countNonMemberBans(tribeId, since)) >= nonMemberBansPerDay) throw errors.fail('too_many_bans');
}

/**
 * Bans a user for a case decided elsewhere. Idempotent per case, also after the ban was lifted. Other bans stay in
 * force, also after this ban is lifted.
 */
export async function banForCause(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  decision: Decision & { causeId: string },
): Promise<void> {
  const { tribeId, userId, causeId, endsAt } = decision;
  if (endsAt && endsAt <= ctx.clock.now()) return;
  await store.transaction(async (tx) => {
    const { tribe, membership } = orNotFound(await tx.tribes.lock(tribeId, userId));
    if (await tx.isActorDeleted(userId)) throw fail('not_found');
    if (await tx.bans.hasCause(causeId)) return;
    requireBannable(tribe, membership, decision.authority);
    await tx.bans.addForCause({ ...decision, ...written(ctx) });
    const banInForce = await tx.bans.find(tribeId, userId);
    await applyBanTx(ctx, tx, { tribe, membership }, { ...decision, endsAt: banInForce ? banInForce.endsAt : endsAt });
  });
}

/**
 * Lifts the ban imposed for a case, if in force, because the case's decision was revoked. The user's other bans stay.
 */
export async function liftBanForCause({ ctx, store }: Pick<Deps, 'ctx' | 'store'>, causeId: string): Promise<void> {
  await store.transaction(async (tx) => {
    const ban = await tx.bans.liftForCause(causeId);
    if (!ban || (await tx.bans.find(ban.tribeId, ban.userId))) return;
    const wasInForce = !ban.endsAt || ban.endsAt > ctx.clock.now();
    const [found] = await tx.tribes.findForViewer('', [ban.tribeId]);
    if (found && wasInForce) await recordUnbannedTx(ctx, tx, found.tribe, ban.userId);
  });
}

const written = (ctx: Deps['ctx']) => ({ id: ctx.newId(), createdAt: ctx.clock.now() });

/** The user's role may have changed since the decision. */
function requireBannable(tribe: StoredTribe, membership: Membership | null, authority: Authority): void {
  if (isHominini(tribe)) throw errors.fail('hominini_locked');
  if (membership?.role === 'owner') throw errors.fail('owner_fixed');
  if (!outranks(authority, membership)) throw errors.fail('outranked');
}

/** Whether the user never was a member, and has not requested to join. */
const isStranger = async (
  tx: TribesTx,
  { tribeId, userId, membership }: { tribeId: number; userId: string; membership: Membership | null },
): Promise<boolean> => !membership && !(await tx.stays.hasAny(tribeId, userId));

/** Ends the membership of a newly banned user and revokes their invitations. */
async function applyBanTx(
  ctx: Deps['ctx'],
  tx: TribesTx,
  { tribe, membership }: { tribe: StoredTribe; membership: Membership | null },
  { tribeId, userId, endsAt, byUserId }: Decision,
): Promise<void> {
  const by = { byId: byUserId ?? '', reason: 'banned' } as const;
  if (membership) await changeMembership(tx, { tribe, membership }, userId, null, by);
  await tx.invites.revokeMadeBy(tribeId, userId);
  const until = endsAt?.toISOString() ?? '';
  const banned = { tribeId, userId, until };
  tx.emit(MemberBanned, { ...banned, isStranger: await isStranger(tx, { tribeId, userId, membership }) });
  recordAudit(ctx, tx, AuditRecorded, {
    action: 'member_banned',
    target: { type: 'user', id: userId },
    after: { tribeId, tribeName: tribe.name, endsAt: until || null },
  });
}

/**
 * Lifts all bans of a user; throws 404 when there is none. An officer cannot lift a ban by an owner or a site admin.
 */
export async function unbanMember(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  actor: Actor,
  { tribeId, userId }: { tribeId: number; userId: string },
): Promise<void> {
  await store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    const ban = await tx.bans.find(tribeId, userId);
    requireMeasure('unban', actor, locked, { userId, membership: null, decided: ban?.authority });
    orNotFound(ban);
    await tx.bans.lift(tribeId, userId);
    await recordUnbannedTx(ctx, tx, locked.tribe, userId);
  });
}

async function recordUnbannedTx(ctx: Deps['ctx'], tx: TribesTx, tribe: StoredTribe, userId: string): Promise<void> {
  const about = { tribeId: tribe.id, userId };
  tx.emit(MemberUnbanned, { ...about, isStranger: await isStranger(tx, { ...about, membership: null }) });
  recordAudit(ctx, tx, AuditRecorded, {
    action: 'member_unbanned',
    target: { type: 'user', id: userId },
    after: { tribeId: tribe.id, tribeName: tribe.name },
  });
}

/** Returns the bans in force, the newest first; for owner, officers and site admins. */
export async function listBans(deps: Deps, viewer: Actor, tribeId: number, query: BansQuery): Promise<TribeBans> {
  const found = await getTribe(deps, viewer, tribeId);
  requireModerator(viewer, toMembershipAccess(found));
  const { items, nextCursor } = await readPage(deps.cursors, `bans:${tribeId}`, query, ({ limit, after }) =>
    deps.store.bans.listPage(tribeId, limit, after),
  );
  const ids = items.flatMap(({ userId, byUserId }) => [userId, ...(byUserId === null ? [] : [byUserId])]);
  const presentUser = await loadUserPresenter(deps, viewer, found, ids);
  const authority = decideAuthority(viewer, found.membership);
  const mayLift = ({ userId, authority: decided }: Ban): boolean =>
    authority !== null &&
    findRefusal('unban', { actor: viewer, authority, tribe: found.tribe }, { userId, membership: null, decided }) ===
      null;
  return {
    items: items.map((ban) => ({
      ...presentOwnBan(ban),
      user: presentUser(ban.userId),
      by: ban.byUserId === null ? null : presentUser(ban.byUserId),
      canLift: mayLift(ban),
    })),
    nextCursor,
  };
}

/** Returns the actor's own bans in force with their reasons, also of tribes now invisible to them. */
export async function listOwnBans({ store }: Pick<Deps, 'store'>, actor: Actor): Promise<OwnBans> {
  const bans = await store.bans.listByUser(actor.id);
  const found = await store.tribes.findForViewer(
    actor.id,
    bans.map(({ tribeId }) => tribeId),
  );
  const names = new Map(found.map((each) => [each.tribe.id, nameFor(actor, each)]));
  return {
    items: bans.map((ban) => ({
      ...presentOwnBan(ban),
      tribe: { id: ban.tribeId, name: names.get(ban.tribeId) ?? '' },
    })),
  };
}
