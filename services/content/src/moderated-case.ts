import { isModerator, mayModerate } from '@tribus/community/access.ts';
import { type Authority, decideAuthority } from '@tribus/community/authority.ts';
import type { Membership } from '@tribus/community/membership.ts';
import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Deps } from './deps.ts';
import { requireUuid } from './ids.ts';
import type { CaseInList } from './store/cases.ts';

/** A case and the actor's authority in it. */
export interface ModeratedCase {
  found: CaseInList;
  /** Null for an object without a tribe, or of a deleted tribe. */
  membership: Membership | null;
  /** The actor is a moderator of the tribe, apart from any rights as a site admin. */
  isOfTribe: boolean;
  /** The authority with which the actor decides. */
  authority: Authority;
}

/**
 * Finds a case by its id or the id of one of its reports; 404 for users who may not decide it, and for its author, who
 * must not read the reports and notes about them.
 */
export async function getModeratedCase(deps: Deps, actor: Actor, id: string): Promise<ModeratedCase> {
  const found = await deps.store.cases.find(requireUuid(id));
  if (!found || found.authorId === actor.id) throw fail('not_found');
  const membership = found.tribeId === null ? null : await membershipIn(deps, actor, found.tribeId);
  const mayDecide = found.scope === 'tribe' && membership !== null && mayModerate(actor, membership);
  const authority = decideAuthority(actor, membership);
  if (!authority || (!mayDecide && !isAdmin(actor))) throw fail('not_found');
  const isOfTribe = membership?.status === 'active' && isModerator(membership.role);
  return { found, membership, isOfTribe, authority };
}

async function membershipIn({ directory }: Deps, actor: Actor, tribeId: number): Promise<Membership | null> {
  return (await directory.getMembershipsOf(actor.id, [tribeId])).get(tribeId) ?? null;
}
