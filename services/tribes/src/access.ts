import { type Actor, isAdmin } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { homininiId } from '../limits.ts';
import type { Parts } from './deps.ts';
import { errors } from './errors.ts';
import { isActive } from './store/memberships.ts';
import type { SeenTribe } from './store/tribes.ts';

export const isHominini = ({ id }: { id: number }): boolean => id === homininiId;

/** Hominini is everybody's; others are their active members' and site admins' (specification 2, section 6). */
export const mayRead = (viewer: Actor, { tribe, standing }: SeenTribe): boolean =>
  isHominini(tribe) || isActive(standing) || isAdmin(viewer);

export function assertReads(viewer: Actor, seen: SeenTribe): void {
  if (!mayRead(viewer, seen)) throw errors.fail('membership_required');
}

/** Owner, officers, and site admins. */
export function assertModerates(viewer: Actor, { standing }: SeenTribe): void {
  if (!isAdmin(viewer) && standing?.role !== 'owner' && standing?.role !== 'officer') throw fail('forbidden');
}

/** The owner and site admins. */
export function assertOwns(viewer: Actor, { standing }: SeenTribe): void {
  if (!isAdmin(viewer) && standing?.role !== 'owner') throw fail('forbidden');
}

/** A tribe as the viewer stands to it, or 404. */
export async function seeTribe({ store }: Pick<Parts, 'store'>, viewer: Actor, tribeId: number): Promise<SeenTribe> {
  const [seen] = await store.tribes.seenBy(viewer.id, [tribeId]);
  return found(seen);
}

/** What was found, or 404. */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw fail('not_found');
  return value;
}
