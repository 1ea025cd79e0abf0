import type { Actor } from '@tribus/kit/runtime/actor.ts';
import {
  JoinRequested,
  JoinResolved,
  MemberJoined,
  MemberLeft,
  MemberLevelChanged,
  MemberRoleChanged,
} from '@tribus/proto/tribes/v1/events.ts';
import { assertModerates, found } from './access.ts';
import type { Parts } from './deps.ts';
import { afterCancel, afterJoin, afterLeaving, afterRequest, afterVerdict } from './membership-transitions.ts';
import { isActive, type Standing } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { SeenTribe, StoredTribe } from './store/tribes.ts';

type Ways = Pick<Parts, 'ctx' | 'store'>;

/** Joins a tribe that lets everybody in. One that wants to be asked: 409 approval_required. */
export const joinTribe = ({ ctx, store }: Ways, actor: Actor, tribeId: number): Promise<Standing | null> =>
  moveSelf(store, actor, tribeId, ({ tribe, standing }) => afterJoin(tribe, standing, ctx.clock.now()));

/** Asks to be let in. */
export const askToJoin = ({ ctx, store }: Ways, actor: Actor, tribeId: number): Promise<Standing | null> =>
  moveSelf(store, actor, tribeId, ({ tribe, standing }) => afterRequest(tribe, standing, ctx.clock.now()));

export const cancelRequest = ({ store }: Ways, actor: Actor, tribeId: number): Promise<Standing | null> =>
  moveSelf(store, actor, tribeId, ({ standing }) => afterCancel(standing));

export const leaveTribe = ({ store }: Ways, actor: Actor, tribeId: number): Promise<Standing | null> =>
  moveSelf(store, actor, tribeId, ({ tribe, standing }) => afterLeaving(tribe, standing));

/** Answers somebody's request; owner, officers and site admins. */
export async function judgeRequest(
  { ctx, store }: Ways,
  actor: Actor,
  { tribeId, userId }: { tribeId: number; userId: string },
  verdict: 'active' | 'rejected',
): Promise<void> {
  await store.transaction(async (tx) => {
    const own = found(await tx.tribes.lock(tribeId, actor.id));
    assertModerates(actor, own);
    const [standing = null] = (await tx.tribes.withMembers(tribeId, [userId]))?.members ?? [];
    const to = afterVerdict(verdict, standing, ctx.clock.now());
    if (to !== standing) await move(tx, { tribe: own.tribe, standing }, userId, to, { byId: actor.id });
  });
}

function moveSelf(
  store: Ways['store'],
  actor: Actor,
  tribeId: number,
  decide: (seen: SeenTribe) => Standing | null,
): Promise<Standing | null> {
  return store.transaction(async (tx) => {
    const seen = found(await tx.tribes.lock(tribeId, actor.id));
    const to = decide(seen);
    await move(tx, seen, actor.id, to, { byId: actor.id });
    return to;
  });
}

interface Cause {
  /** Who did it. */
  byId: string;
  /** Why an active member is none any more; `left` unless said otherwise. */
  reason?: 'left' | 'user_deleted';
}

/** Moves somebody from where they stand to elsewhere, and says all that this means to others. */
export async function move(
  tx: TribesTx,
  { tribe, standing: from }: { tribe: Pick<StoredTribe, 'id' | 'name'>; standing: Standing | null },
  userId: string,
  to: Standing | null,
  { byId, reason = 'left' }: Cause,
): Promise<void> {
  await tx.members.move(tribe.id, userId, from, to);
  const about = { tribeId: tribe.id, userId };
  const request = { ...about, tribeName: tribe.name };
  if (from?.status === 'pending') {
    tx.emit(JoinResolved, { ...request, status: resolution(userId, to, byId), resolvedById: byId });
  }
  if (to?.status === 'pending') tx.emit(JoinRequested, request);
  if (isActive(to)) sayActive(tx, about, from, to);
  else if (isActive(from)) tx.emit(MemberLeft, { ...about, reason });
}

function sayActive(
  tx: TribesTx,
  about: { tribeId: number; userId: string },
  from: Standing | null,
  to: Standing,
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
function resolution(userId: string, to: Standing | null, byId: string): string {
  if (!to || byId === userId) return 'cancelled';
  return isActive(to) ? 'approved' : 'rejected';
}
