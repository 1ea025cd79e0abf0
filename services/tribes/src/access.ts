import { canSeeTribe, type MembershipAccess, mayActAsOwner, mayModerate, mayRead } from '@tribus/community/access.ts';
import { homininiId } from '@tribus/community/limits.ts';
import { tribeNameFor } from '@tribus/community/tribe-name.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Tribe } from '../api.ts';
import type { Deps } from './deps.ts';
import type { TribesTx } from './store/store.ts';
import type { MemberInTribe, TribeForViewer } from './store/tribes.ts';

export const isHominini = ({ id }: { id: number }): boolean => id === homininiId;

/** The input of the access rules that all services share. */
export const toMembershipAccess = ({ tribe, membership, restrictedUntil }: TribeForViewer): MembershipAccess => ({
  tribe: { isHominini: isHominini(tribe), isInvisible: tribe.isInvisible },
  restrictedUntil: restrictedUntil?.toISOString() ?? '',
  status: membership?.status ?? 'none',
  role: membership?.role ?? 'none',
});

/** Returns the tribe's name, or a placeholder when the tribe is invisible to the viewer. */
export function nameFor(viewer: Actor, found: TribeForViewer): string {
  const { tribe, status } = toMembershipAccess(found);
  return tribeNameFor(viewer, { tribe: { ...tribe, name: found.tribe.name }, status });
}

export type Permissions = Pick<Tribe, 'canRead' | 'canModerate' | 'canRename' | 'canDelete' | 'canLeave'>;

/** The viewer's permissions in a tribe (specification 2, section 6). Hominini cannot be renamed, deleted or left. */
export function decidePermissions(viewer: Actor, found: TribeForViewer): Permissions {
  const facts = toMembershipAccess(found);
  const own = !facts.tribe.isHominini;
  const canModerate = mayModerate(viewer, facts);
  return {
    canRead: mayRead(viewer, facts),
    canModerate,
    canRename: own && canModerate,
    canDelete: own && mayActAsOwner(viewer, facts),
    canLeave: own && facts.status === 'active' && facts.role !== 'owner',
  };
}

/** Returns a tribe with the viewer's membership; throws 404 when it does not exist or is invisible to the viewer. */
export async function getTribe(
  { store }: Pick<Deps, 'store'>,
  viewer: Actor,
  tribeId: number,
): Promise<TribeForViewer> {
  const [found] = await store.tribes.findForViewer(viewer.id, [tribeId]);
  return requireVisible(viewer, orNotFound(found));
}

/**
 * As `getTribe`, and locks the tribe's row: concurrent changes of the tribe or its members wait for the transaction to
 * end.
 */
export const lockTribe = async (tx: TribesTx, viewer: Actor, tribeId: number): Promise<TribeForViewer> =>
  requireVisible(viewer, orNotFound(await tx.tribes.lock(tribeId, viewer.id)));

function requireVisible(viewer: Actor, found: TribeForViewer): TribeForViewer {
  if (!canSeeTribe(viewer, toMembershipAccess(found))) throw fail('not_found');
  return found;
}

/** Returns the value; throws 404 when it is undefined. */
export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw fail('not_found');
  return value;
}

/** Returns a user's membership in a tribe whose row is locked. */
export async function memberOf(tx: TribesTx, tribeId: number, userId: string): Promise<MemberInTribe | null> {
  const [member = null] = (await tx.tribes.findWithMembers(tribeId, [userId]))?.members ?? [];
  return member;
}
