import { type MembershipFacts, mayActAsOwner, mayModerate, mayRead } from '@tribus/community/access.ts';
import { homininiId } from '@tribus/community/limits.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { Tribe } from '../api.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import type { TribeForViewer } from './store/tribes.ts';

export const isHominini = ({ id }: { id: number }): boolean => id === homininiId;

/** What the access rules of all services depend on. */
const factsOf = ({ tribe, membership }: TribeForViewer): MembershipFacts => ({
  tribe: { isHominini: isHominini(tribe) },
  status: membership?.status ?? 'none',
  role: membership?.role ?? 'none',
});

/** What the viewer may do with a tribe. */
export const permissionsOf = (
  viewer: Actor,
  seen: TribeForViewer,
): Pick<Tribe, 'canRead' | 'canModerate' | 'canDelete'> => ({
  canRead: mayRead(viewer, factsOf(seen)),
  canModerate: mayModerate(viewer, factsOf(seen)),
  canDelete: !isHominini(seen.tribe) && mayActAsOwner(viewer, factsOf(seen)),
});

/** Throws `membership_required` (403). */
export function assertReads(viewer: Actor, seen: TribeForViewer): void {
  if (!permissionsOf(viewer, seen).canRead) throw errors.fail('membership_required');
}

/** Throws `forbidden`. */
export function assertModerates(viewer: Actor, seen: TribeForViewer): void {
  if (!permissionsOf(viewer, seen).canModerate) throw fail('forbidden');
}

/** Throws `forbidden` unless the viewer is the owner or a site admin. */
export function assertOwns(viewer: Actor, seen: TribeForViewer): void {
  if (!mayActAsOwner(viewer, factsOf(seen))) throw fail('forbidden');
}

/** A tribe with the viewer's membership; throws 404 when there is none. */
export async function getTribe(
  { store }: Pick<Deps, 'store'>,
  viewer: Actor,
  tribeId: number,
): Promise<TribeForViewer> {
  const [seen] = await store.tribes.findForViewer(viewer.id, [tribeId]);
  return orNotFound(seen);
}

/** What was found, or 404. */
export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw fail('not_found');
  return value;
}
