import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import type * as proto from '@tribus/proto/tribes/v1/types.ts';
import { isModerator } from './access.ts';
import type { Membership } from './membership.ts';

/** As whom somebody decides in a tribe; decided here and nowhere else. */
export type Authority = Exclude<proto.Authority, 'none'>;

/** The least first. */
export const authorities: readonly Authority[] = ['officer', 'owner', 'admin'];

/** As whom somebody decides there; null for who does not. */
export function authorityOf(actor: Actor, membership: Pick<Membership, 'status' | 'role'> | null): Authority | null {
  if (isAdmin(actor)) return 'admin';
  if (membership?.status !== 'active' || !isModerator(membership.role)) return null;
  return membership.role === 'owner' ? 'owner' : 'officer';
}

/** Whether what was decided as `decided` may be taken back or replaced by `authority`. */
export const mayUndo = (authority: Authority, decided: Authority): boolean =>
  authorities.indexOf(authority) >= authorities.indexOf(decided);
