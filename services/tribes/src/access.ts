import { type MembershipFacts, mayActAsOwner, mayKnow, mayModerate, mayRead } from '@tribus/community/access.ts';
import { homininiId } from '@tribus/community/limits.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Tribe } from '../api.ts';
import type { Deps } from './deps.ts';
import type { TribesTx } from './store/store.ts';
import type { MemberInTribe, TribeForViewer } from './store/tribes.ts';

export const isHominini = ({ id }: { id: number }): boolean => id === homininiId;

/** What the access rules of all services depend on. */
export const factsOf = ({ tribe, membership, restrictedUntil }: TribeForViewer): MembershipFacts => ({
  tribe: { isHominini: isHominini(tribe), isInvisible: tribe.isInvisible },
  restrictedUntil: restrictedUntil?.toISOString() ?? '',
  status: membership?.status ?? 'none',
  role: membership?.role ?? 'none',
});

export type Permissions = Pick<Tribe, 'canRead' | 'canModerate' | 'canRename' | 'canDelete' | 'canLeave'>;

/** What the viewer may do with a tribe (specification 2, section 6). Hominini is nobody's to rename, delete or leave. */
export function permissionsOf(viewer: Actor, found: TribeForViewer): Permissions {
  const facts = factsOf(found);
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

/** Returns a tribe with the viewer's membership; throws 404 when there is none, or for the viewer none. */
export async function getTribe(
  { store }: Pick<Deps, 'store'>,
  viewer: Actor,
  tribeId: number,
): Promise<TribeForViewer> {
  const [found] = await store.tribes.findForViewer(viewer.id, [tribeId]);
  return knownTo(viewer, orNotFound(found));
}

/** The same, and whoever else would change the tribe or its members waits until the transaction ends. */
export const lockTribe = async (tx: TribesTx, viewer: Actor, tribeId: number): Promise<TribeForViewer> =>
  knownTo(viewer, orNotFound(await tx.tribes.lock(tribeId, viewer.id)));

function knownTo(viewer: Actor, found: TribeForViewer): TribeForViewer {
  if (!mayKnow(viewer, factsOf(found))) throw fail('not_found');
  return found;
}

/** Returns the value; throws 404 when it is undefined. */
export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw fail('not_found');
  return value;
}

/** Somebody's membership in a tribe whose row is locked. */
export async function memberOf(tx: TribesTx, tribeId: number, userId: string): Promise<MemberInTribe | null> {
  const [member = null] = (await tx.tribes.findWithMembers(tribeId, [userId]))?.members ?? [];
  return member;
}
