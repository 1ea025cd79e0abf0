import { type Actor, isAdmin } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { homininiId } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { isActive } from './store/memberships.ts';
import type { TribeForViewer } from './store/tribes.ts';

export const isHominini = ({ id }: { id: number }): boolean => id === homininiId;

/** Hominini is everybody's; others are their active members' and site admins' (specification 2, section 6). */
export const mayRead = (viewer: Actor, { tribe, membership }: TribeForViewer): boolean =>
  isHominini(tribe) || isActive(membership) || isAdmin(viewer);

export function assertReads(viewer: Actor, seen: TribeForViewer): void {
  if (!mayRead(viewer, seen)) throw errors.fail('membership_required');
}

/** Owner, officers, and site admins. */
export function assertModerates(viewer: Actor, { membership }: TribeForViewer): void {
  if (!isAdmin(viewer) && membership?.role !== 'owner' && membership?.role !== 'officer') throw fail('forbidden');
}

/** The owner and site admins. */
export function assertOwns(viewer: Actor, { membership }: TribeForViewer): void {
  if (!isAdmin(viewer) && membership?.role !== 'owner') throw fail('forbidden');
}

/** A tribe as the viewer stands to it, or 404. */
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
