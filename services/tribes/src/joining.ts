import { isModerator } from '@tribus/community/access.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import {
  JoinRequested,
  JoinResolved,
  MemberJoined,
  MemberLeft,
  MemberLevelChanged,
  MemberRoleChanged,
  OwnershipOfferEnded,
} from '@tribus/proto/tribes/v1/events.ts';
import type { JoinResolution, LeaveReason, LevelCause } from '@tribus/proto/tribes/v1/types.ts';
import type { Joining } from '../api.ts';
import { lockTribe } from './access.ts';
import type { Deps } from './deps.ts';
import { countJoin } from './join-limit.ts';
import { afterCancel, afterJoin, afterLeaving, afterRequest, bannedError } from './membership-transitions.ts';
import { answersTo } from './questions.ts';
import { isActive, type Membership } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { StoredTribe, TribeForViewer } from './store/tribes.ts';
import { endProgress } from './submission-queue.ts';

type JoinDeps = Pick<Deps, 'ctx' | 'store'>;

const joinBy =
  (after: typeof afterJoin) =>
  ({ ctx, store }: JoinDeps, actor: Actor, tribeId: number, { answers }: Joining): Promise<Membership | null> =>
    changeOwnMembership(
      { ctx, store },
      actor,
      tribeId,
      ({ tribe, membership }) => after(tribe, membership, ctx.clock.now()),
      answers,
    );

/** Joins at once; throws 409 approval_required where approval is required. */
export const joinTribe = joinBy(afterJoin);

/** Requests to join, or joins at once where no approval is required. */
export const requestToJoin = joinBy(afterRequest);

export const cancelJoinRequest = (deps: JoinDeps, actor: Actor, tribeId: number): Promise<Membership | null> =>
  changeOwnMembership(deps, actor, tribeId, ({ membership }) => afterCancel(membership));

export const leaveTribe = (deps: JoinDeps, actor: Actor, tribeId: number): Promise<Membership | null> =>
  changeOwnMembership(deps, actor, tribeId, ({ tribe, membership }) => afterLeaving(tribe, membership));

function changeOwnMembership(
  { ctx, store }: JoinDeps,
  actor: Actor,
  tribeId: number,
  decide: (tribe: TribeForViewer) => Membership | null,
  answers?: Joining['answers'],
): Promise<Membership | null> {
  return store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    const to = decide(locked);
    await countJoin(tx, actor, { from: locked.membership, to, now: ctx.clock.now() });
    await changeMembership(tx, locked, actor.id, to, { byId: actor.id });
    if (answers) await tx.requests.setAnswers(tribeId, actor.id, answersTo(locked.tribe.questions, answers));
    return to;
  });
}

const moderates = (membership: Membership | null): boolean => isActive(membership) && isModerator(membership.role);

interface Cause {
  /** The user who made the change. */
  byId: string;
  /** Why an active membership ended; `left` by default. */
  reason?: LeaveReason;
  /** The cause of a change of level; `role` by default. */
  levelCause?: LevelCause;
}

/**
 * Writes a change of membership and emits the events that follow from it; throws 403 `banned` when a banned user would
 * join. The tribe's row must be locked.
 */
export async function changeMembership(
  tx: TribesTx,
  { tribe, membership: from }: { tribe: Pick<StoredTribe, 'id'>; membership: Membership | null },
  userId: string,
  to: Membership | null,
  { byId, reason = 'left', levelCause = 'role' }: Cause,
): Promise<void> {
  if (to && to.status !== from?.status && to.status !== 'rejected') await requireNotBanned(tx, tribe.id, userId);
  await tx.members.change(tribe.id, userId, from, to);
  await recordStay(tx, tribe.id, userId, { from, to });
  // A user who no longer moderates must not admit people by earlier invitations, nor rejoin by them.
  if (moderates(from) && !moderates(to)) await tx.invites.revokeMadeBy(tribe.id, userId);
  const about = { tribeId: tribe.id, userId };
  if (from?.status === 'pending') {
    await tx.requests.deleteNotes(tribe.id, userId);
    tx.emit(JoinResolved, { ...about, status: resolution(userId, to, byId), resolvedById: byId });
  }
  if (to?.status === 'pending') tx.emit(JoinRequested, about);
  if (isActive(to)) emitActivated(tx, about, { from, to, levelCause });
  else if (isActive(from)) {
    await endProgress(tx, tribe.id, userId);
    tx.emit(MemberLeft, { ...about, reason });
  }
  await endOffer(tx, tribe.id, userId, { from, to });
}

/** Ends the ownership offer when its recipient is no longer a member, or when another user becomes the owner. */
async function endOffer(
  tx: TribesTx,
  tribeId: number,
  userId: string,
  { from, to }: { from: Membership | null; to: Membership | null },
): Promise<void> {
  const isNewOwner = to?.role === 'owner' && from?.role !== 'owner';
  const hasLeft = isActive(from) && !isActive(to);
  if (!isNewOwner && !hasLeft) return;
  const ended = await tx.ownershipOffers.delete(tribeId, isNewOwner ? undefined : userId);
  if (!ended) return;
  const [found] = await tx.tribes.findForViewer('', [tribeId]);
  const outcome = isNewOwner && ended.userId === userId ? 'accepted' : 'lapsed';
  tx.emit(OwnershipOfferEnded, { tribeId, userId: ended.userId, outcome, ownerId: found?.tribe.ownerId ?? '' });
}

/** Records the start or the end of a membership. */
async function recordStay(
  tx: TribesTx,
  tribeId: number,
  userId: string,
  { from, to }: { from: Membership | null; to: Membership | null },
): Promise<void> {
  if (isActive(to) && !isActive(from)) await tx.stays.begin(tribeId, userId, to.since);
  if (isActive(from) && !isActive(to)) await tx.stays.end(tribeId, userId, from);
}

async function requireNotBanned(tx: TribesTx, tribeId: number, userId: string): Promise<void> {
  const ban = await tx.bans.find(tribeId, userId);
  if (ban) throw bannedError(ban);
}

function emitActivated(
  tx: TribesTx,
  about: { tribeId: number; userId: string },
  { from, to, levelCause: cause }: { from: Membership | null; to: Membership; levelCause: LevelCause },
): void {
  const { role, levelOrder } = to;
  if (!isActive(from)) {
    tx.emit(MemberJoined, { ...about, role, levelOrder });
    return;
  }
  if (role !== from.role) tx.emit(MemberRoleChanged, { ...about, role, previousRole: from.role });
  if (levelOrder !== from.levelOrder) {
    tx.emit(MemberLevelChanged, { ...about, levelOrder, previousLevelOrder: from.levelOrder, cause });
  }
}

/**
 * Joining directly, once approval is no longer required or by an invitation, cancels the pending request; so does a
 * ban.
 */
function resolution(userId: string, to: Membership | null, byId: string): JoinResolution {
  if (!to || byId === userId) return 'cancelled';
  return isActive(to) ? 'approved' : 'rejected';
}
