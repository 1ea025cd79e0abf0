import { requireModerator } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import {
  JoinRequested,
  JoinResolved,
  MemberJoined,
  MemberLeft,
  MemberLevelChanged,
  MemberRoleChanged,
} from '@tribus/proto/tribes/v1/events.ts';
import type { JoinResolution, LeaveReason } from '@tribus/proto/tribes/v1/types.ts';
import { factsOf, orNotFound } from './access.ts';
import type { Deps } from './deps.ts';
import { afterCancel, afterJoin, afterLeaving, afterRequest, afterResolution } from './membership-transitions.ts';
import { isActive, type Membership } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { StoredTribe, TribeForViewer } from './store/tribes.ts';

type JoinDeps = Pick<Deps, 'ctx' | 'store'>;

/** Joins at once; throws 409 approval_required where requests are approved first. */
export const joinTribe = ({ ctx, store }: JoinDeps, actor: Actor, tribeId: number): Promise<Membership | null> =>
  changeOwnMembership(store, actor, tribeId, ({ tribe, membership }) => afterJoin(tribe, membership, ctx.clock.now()));

/** Requests to join, or joins at once where no approval is required. */
export const requestToJoin = ({ ctx, store }: JoinDeps, actor: Actor, tribeId: number): Promise<Membership | null> =>
  changeOwnMembership(store, actor, tribeId, ({ tribe, membership }) =>
    afterRequest(tribe, membership, ctx.clock.now()),
  );

export const cancelJoinRequest = ({ store }: JoinDeps, actor: Actor, tribeId: number): Promise<Membership | null> =>
  changeOwnMembership(store, actor, tribeId, ({ membership }) => afterCancel(membership));

export const leaveTribe = ({ store }: JoinDeps, actor: Actor, tribeId: number): Promise<Membership | null> =>
  changeOwnMembership(store, actor, tribeId, ({ tribe, membership }) => afterLeaving(tribe, membership));

/** Approves or rejects a request to join; for owner, officers and site admins. */
export async function resolveJoinRequest(
  { ctx, store }: JoinDeps,
  actor: Actor,
  { tribeId, userId }: { tribeId: number; userId: string },
  status: 'active' | 'rejected',
): Promise<void> {
  await store.transaction(async (tx) => {
    const locked = orNotFound(await tx.tribes.lock(tribeId, actor.id));
    requireModerator(actor, factsOf(locked));
    const [membership = null] = (await tx.tribes.findWithMembers(tribeId, [userId]))?.members ?? [];
    const to = afterResolution(status, membership, ctx.clock.now());
    if (to !== membership)
      await changeMembership(tx, { tribe: locked.tribe, membership }, userId, to, { byId: actor.id });
  });
}

function changeOwnMembership(
  store: JoinDeps['store'],
  actor: Actor,
  tribeId: number,
  decide: (tribe: TribeForViewer) => Membership | null,
): Promise<Membership | null> {
  return store.transaction(async (tx) => {
    const tribe = orNotFound(await tx.tribes.lock(tribeId, actor.id));
    const to = decide(tribe);
    await changeMembership(tx, tribe, actor.id, to, { byId: actor.id });
    return to;
  });
}

interface Cause {
  /** The user who did it. */
  byId: string;
  /** Why an active membership ended; `left` by default. */
  reason?: LeaveReason;
}

/** Writes a change of membership and emits every event that follows from it. */
export async function changeMembership(
  tx: TribesTx,
  { tribe, membership: from }: { tribe: Pick<StoredTribe, 'id' | 'name'>; membership: Membership | null },
  userId: string,
  to: Membership | null,
  { byId, reason = 'left' }: Cause,
): Promise<void> {
  await tx.members.change(tribe.id, userId, from, to);
  const about = { tribeId: tribe.id, userId };
  const request = { ...about, tribeName: tribe.name };
  if (from?.status === 'pending') {
    tx.emit(JoinResolved, { ...request, status: resolution(userId, to, byId), resolvedById: byId });
  }
  if (to?.status === 'pending') tx.emit(JoinRequested, request);
  if (isActive(to)) emitActivated(tx, about, from, to);
  else if (isActive(from)) tx.emit(MemberLeft, { ...about, reason });
}

function emitActivated(
  tx: TribesTx,
  about: { tribeId: number; userId: string },
  from: Membership | null,
  to: Membership,
): void {
  const { role, levelOrder } = to;
  if (!isActive(from)) {
    tx.emit(MemberJoined, { ...about, role, levelOrder });
    return;
  }
  if (role !== from.role) tx.emit(MemberRoleChanged, { ...about, role, previousRole: from.role });
  if (levelOrder !== from.levelOrder) {
    tx.emit(MemberLevelChanged, { ...about, levelOrder, previousLevelOrder: from.levelOrder });
  }
}

/** Joining directly, once approval is no longer required, cancels the request that was pending. */
function resolution(userId: string, to: Membership | null, byId: string): JoinResolution {
  if (!to || byId === userId) return 'cancelled';
  return isActive(to) ? 'approved' : 'rejected';
}
