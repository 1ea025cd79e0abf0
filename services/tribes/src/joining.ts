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
import { assertModerates, orNotFound } from './access.ts';
import type { Deps } from './deps.ts';
import { afterCancel, afterJoin, afterLeaving, afterRequest, afterVerdict } from './membership-transitions.ts';
import { isActive, type Membership } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { StoredTribe, TribeForViewer } from './store/tribes.ts';

type JoinDeps = Pick<Deps, 'ctx' | 'store'>;

/** Joins a tribe that lets everybody in. One that wants to be asked: 409 approval_required. */
export const joinTribe = ({ ctx, store }: JoinDeps, actor: Actor, tribeId: number): Promise<Membership | null> =>
  changeOwnMembership(store, actor, tribeId, ({ tribe, membership }) => afterJoin(tribe, membership, ctx.clock.now()));

/** Asks to be let in. */
export const askToJoin = ({ ctx, store }: JoinDeps, actor: Actor, tribeId: number): Promise<Membership | null> =>
  changeOwnMembership(store, actor, tribeId, ({ tribe, membership }) =>
    afterRequest(tribe, membership, ctx.clock.now()),
  );

export const cancelRequest = ({ store }: JoinDeps, actor: Actor, tribeId: number): Promise<Membership | null> =>
  changeOwnMembership(store, actor, tribeId, ({ membership }) => afterCancel(membership));

export const leaveTribe = ({ store }: JoinDeps, actor: Actor, tribeId: number): Promise<Membership | null> =>
  changeOwnMembership(store, actor, tribeId, ({ tribe, membership }) => afterLeaving(tribe, membership));

/** Answers somebody's request; owner, officers and site admins. */
export async function resolveJoinRequest(
  { ctx, store }: JoinDeps,
  actor: Actor,
  { tribeId, userId }: { tribeId: number; userId: string },
  verdict: 'active' | 'rejected',
): Promise<void> {
  await store.transaction(async (tx) => {
    const own = orNotFound(await tx.tribes.lock(tribeId, actor.id));
    assertModerates(actor, own);
    const [membership = null] = (await tx.tribes.withMembers(tribeId, [userId]))?.members ?? [];
    const to = afterVerdict(verdict, membership, ctx.clock.now());
    if (to !== membership) await changeMembership(tx, { tribe: own.tribe, membership }, userId, to, { byId: actor.id });
  });
}

function changeOwnMembership(
  store: JoinDeps['store'],
  actor: Actor,
  tribeId: number,
  decide: (seen: TribeForViewer) => Membership | null,
): Promise<Membership | null> {
  return store.transaction(async (tx) => {
    const seen = orNotFound(await tx.tribes.lock(tribeId, actor.id));
    const to = decide(seen);
    await changeMembership(tx, seen, actor.id, to, { byId: actor.id });
    return to;
  });
}

interface Cause {
  /** Who did it. */
  byId: string;
  /** Why an active member is none any more; `left` unless said otherwise. */
  reason?: LeaveReason;
}

/** Moves somebody from where they stand to elsewhere, and says all that this means to others. */
export async function changeMembership(
  tx: TribesTx,
  { tribe, membership: from }: { tribe: Pick<StoredTribe, 'id' | 'name'>; membership: Membership | null },
  userId: string,
  to: Membership | null,
  { byId, reason = 'left' }: Cause,
): Promise<void> {
  await tx.members.changeStatus(tribe.id, userId, from, to);
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

/** Who joins by themselves, because the tribe no longer wants to be asked, has withdrawn their request. */
function resolution(userId: string, to: Membership | null, byId: string): JoinResolution {
  if (!to || byId === userId) return 'cancelled';
  return isActive(to) ? 'approved' : 'rejected';
}
