import { recordAudit } from '@tribus/community/audit.ts';
import { type Authority, authorityOf } from '@tribus/community/authority.ts';
import { requireModerator } from '@tribus/community/guards.ts';
import { tribeNameFor } from '@tribus/community/tribe-name.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { readPage } from '@tribus/kit/http/keyset.ts';
import { AuditRecorded, MemberBanned } from '@tribus/proto/tribes/v1/events.ts';
import type { BansQuery, NewBan, OwnBans, TribeBans } from '../api/measures.ts';
import { strangerBansPerDay } from '../limits.ts';
import { factsOf, getTribe, isHominini, lockTribe, memberOf, orNotFound } from './access.ts';
import { refusalOf, requireMeasure } from './authority.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { changeMembership } from './joining.ts';
import { presentOwnBan, presentPeople } from './present.ts';
import type { Ban } from './store/bans.ts';
import type { Membership } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { StoredTribe, TribeForViewer } from './store/tribes.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface Decision {
  tribeId: number;
  userId: string;
  reason: string;
  endsAt: Date | null;
  authority: Authority;
  /** Null when nobody decided in person. */
  byUserId: string | null;
  /** What it was decided for; null for a decision of its own. */
  causeId: string | null;
}

/**
 * Bans somebody with an account, member or not; for owner, officers and site admins, officers not over officers. The
 * owner is banned by nobody. A new ban takes the place of those that hold. Of those who were never in the tribe not
 * everybody may be banned (`requireStrangerInReach`).
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
  const isBlocked = (await blocks.blocksOf(actor.id)).everywhere.has(userId);
  await store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    const membership = await memberOf(tx, tribeId, userId);
    const decided = (await tx.bans.find(tribeId, userId))?.authority;
    const authority = requireMeasure('ban', actor, locked, { userId, membership, decided });
    if (!user || user.isDeleted || (await tx.isActorDeleted(userId))) throw fail('not_found');
    const isStranger = !membership && !(await tx.stays.hasAny(tribeId, userId));
    if (isStranger && authority !== 'admin') await requireStrangerInReach(tx, { tribeId, isBlocked }, ctx.clock.now());
    const decision = { tribeId, userId, reason, endsAt: end, authority, byUserId: actor.id, causeId: null };
    await tx.bans.replace({ ...decision, ...written(ctx) });
    await sendOutTx(ctx, tx, { tribe: locked.tribe, membership }, decision);
  });
}

/**
 * Somebody who was never in a tribe is nobody there to those between whom and them a block stands: 404. Of strangers so
 * many are banned in a day: else anybody's tribe reaches everybody. 409 `too_many_bans`.
 */
async function requireStrangerInReach(
  tx: TribesTx,
  { tribeId, isBlocked }: { tribeId: number; isBlocked: boolean },
  now: Date,
): Promise<void> {
  if (isBlocked) throw fail('not_found');
  const since = new Date(now.getTime() - dayMs);
  if ((await tx.bans.countOfStrangers(tribeId, since)) >= strangerBansPerDay) throw errors.fail('too_many_bans');
}

/**
 * Bans somebody for a cause that others have decided; the same cause bans once, also when the ban was lifted since. What
 * else keeps them out stays: it holds when this one is lifted, and who may not undo it may not now.
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
    requireBannable(tribe, membership);
    await tx.bans.addForCause({ ...decision, ...written(ctx) });
    const held = await tx.bans.find(tribeId, userId);
    await sendOutTx(ctx, tx, { tribe, membership }, { ...decision, endsAt: held ? held.endsAt : endsAt });
  });
}

/** Lifts the ban that a cause imposed, where it still holds: what was decided for it was undone. Others of that person stay. */
export async function liftBanForCause({ ctx, store }: Pick<Deps, 'ctx' | 'store'>, causeId: string): Promise<void> {
  await store.transaction(async (tx) => {
    const ban = await tx.bans.liftForCause(causeId);
    if (!ban || (await tx.bans.find(ban.tribeId, ban.userId))) return;
    const [found] = await tx.tribes.findForViewer('', [ban.tribeId]);
    if (found) noteUnbanned(ctx, tx, found.tribe, ban.userId);
  });
}

const written = (ctx: Deps['ctx']) => ({ id: ctx.newId(), createdAt: ctx.clock.now() });

function requireBannable(tribe: StoredTribe, membership: Membership | null): void {
  if (isHominini(tribe)) throw errors.fail('hominini_locked');
  if (membership?.role === 'owner') throw errors.fail('owner_fixed');
}

/** Ends the membership of who is banned now, and the invitations that they made. */
async function sendOutTx(
  ctx: Deps['ctx'],
  tx: TribesTx,
  { tribe, membership }: { tribe: StoredTribe; membership: Membership | null },
  { tribeId, userId, endsAt, byUserId }: Decision,
): Promise<void> {
  const by = { byId: byUserId ?? '', reason: 'banned' } as const;
  if (membership) await changeMembership(tx, { tribe, membership }, userId, null, by);
  await tx.invites.revokeMadeBy(tribeId, userId);
  const until = endsAt?.toISOString() ?? '';
  tx.emit(MemberBanned, { tribeId, userId, until, isStranger: membership === null });
  recordAudit(ctx, tx, AuditRecorded, {
    action: 'member_banned',
    target: { type: 'user', id: userId },
    after: { tribeId, tribeName: tribe.name, endsAt: until || null },
  });
}

/** Lifts all that keeps somebody out; 404 when there is nothing. What an owner or a site admin decided an officer does not take back. */
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
    noteUnbanned(ctx, tx, locked.tribe, userId);
  });
}

function noteUnbanned(ctx: Deps['ctx'], tx: TribesTx, tribe: StoredTribe, userId: string): void {
  recordAudit(ctx, tx, AuditRecorded, {
    action: 'member_unbanned',
    target: { type: 'user', id: userId },
    after: { tribeId: tribe.id, tribeName: tribe.name },
  });
}

/** The bans in force, the newest first; for owner, officers and site admins. */
export async function listBans(deps: Deps, viewer: Actor, tribeId: number, query: BansQuery): Promise<TribeBans> {
  const found = await getTribe(deps, viewer, tribeId);
  requireModerator(viewer, factsOf(found));
  const { items, nextCursor } = await readPage(deps.cursors, `bans:${tribeId}`, query, ({ limit, after }) =>
    deps.store.bans.listPage(tribeId, limit, after),
  );
  const ids = items.flatMap(({ userId, byUserId }) => [userId, ...(byUserId === null ? [] : [byUserId])]);
  const personOf = await presentPeople(deps, viewer, found, ids);
  const authority = authorityOf(viewer, found.membership);
  const mayLift = ({ userId, authority: decided }: Ban): boolean =>
    authority !== null &&
    refusalOf('unban', { actor: viewer, authority, tribe: found.tribe }, { userId, membership: null, decided }) ===
      null;
  return {
    items: items.map((ban) => ({
      ...presentOwnBan(ban),
      user: personOf(ban.userId),
      by: ban.byUserId === null ? null : personOf(ban.byUserId),
      canLift: mayLift(ban),
    })),
    nextCursor,
  };
}

const namedTribe = (found: TribeForViewer) => ({ ...factsOf(found).tribe, name: found.tribe.name });

/** The caller's own bans in force, with why; also of tribes that they do not find any more. */
export async function listOwnBans({ store }: Pick<Deps, 'store'>, actor: Actor): Promise<OwnBans> {
  const bans = await store.bans.listByUser(actor.id);
  const found = await store.tribes.findForViewer(
    actor.id,
    bans.map(({ tribeId }) => tribeId),
  );
  const nameOf = (each: TribeForViewer) => tribeNameFor(actor, { ...factsOf(each), tribe: namedTribe(each) });
  const names = new Map(found.map((each) => [each.tribe.id, nameOf(each)]));
  return {
    items: bans.map((ban) => ({
      ...presentOwnBan(ban),
      tribe: { id: ban.tribeId, name: names.get(ban.tribeId) ?? '' },
    })),
  };
}
