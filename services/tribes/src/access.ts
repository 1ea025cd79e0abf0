import { type MembershipFacts, mayActAsOwner, mayModerate, mayRead } from '@tribus/community/access.ts';
import { homininiId } from '@tribus/community/limits.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { Tribe } from '../api.ts';
import type { Deps } from './deps.ts';
import type { TribeForViewer } from './store/tribes.ts';

export const isHominini = ({ id }: { id: number }): boolean => id === homininiId;

/** What the access rules of all services depend on. */
export const factsOf = ({ tribe, membership }: TribeForViewer): MembershipFacts => ({
  tribe: { isHominini: isHominini(tribe) },
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

/** Returns a tribe with the viewer's membership; throws 404 when there is none. */
export async function getTribe(
  { store }: Pick<Deps, 'store'>,
  viewer: Actor,
  tribeId: number,
): Promise<TribeForViewer> {
  const [found] = await store.tribes.findForViewer(viewer.id, [tribeId]);
  return orNotFound(found);
}

/** Returns the value; throws 404 when it is undefined. */
export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw fail('not_found');
  return value;
}
