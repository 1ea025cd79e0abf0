import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import type * as proto from '@tribus/proto/tribes/v1/types.ts';
import { isModerator } from './access.ts';
import type { Membership } from './membership.ts';

/** The capacity in which an actor decides in a tribe; determined only here. */
export type Authority = Exclude<proto.Authority, 'none'>;

/** In ascending order. */
export const authorities: readonly Authority[] = ['officer', 'owner', 'admin'];

/** Returns the authority of the actor in a tribe, or null without one. */
export function decideAuthority(
  actor: Actor,
  membership: Pick<Membership, 'status' | 'role'> | null,
): Authority | null {
  if (isAdmin(actor)) return 'admin';
  if (membership?.status !== 'active' || !isModerator(membership.role)) return null;
  return membership.role === 'owner' ? 'owner' : 'officer';
}

/** Whether `authority` may revoke or replace a decision made with the authority `decided`. */
export const mayUndo = (authority: Authority, decided: Authority): boolean =>
  authorities.indexOf(authority) >= authorities.indexOf(decided);
