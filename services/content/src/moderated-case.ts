import { isModerator, mayModerate } from '@tribus/community/access.ts';
import { type Authority, authorityOf } from '@tribus/community/authority.ts';
import type { Membership } from '@tribus/community/membership.ts';
import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Deps } from './deps.ts';
import { requireUuid } from './ids.ts';
import type { CaseInList } from './store/cases.ts';

/** A case as a moderator may look at it. */
export interface ModeratedCase {
  found: CaseInList;
  /** Null for what is no tribe's, or of a tribe that is gone. */
  membership: Membership | null;
  /** They look after the tribe itself, beside what they may as a site admin. */
  isOfTribe: boolean;
  /** As whom they decide. */
  authority: Authority;
}

/**
 * By the id of a case or of one of its reports; 404 for all who do not decide about it, and for whose it is: nobody reads
 * what was reported of them, or what others note of it.
 */
export async function getModeratedCase(deps: Deps, actor: Actor, id: string): Promise<ModeratedCase> {
  const found = await deps.store.cases.find(requireUuid(id));
  if (!found || found.authorId === actor.id) throw fail('not_found');
  const membership = found.tribeId === null ? null : await membershipIn(deps, actor, found.tribeId);
  const mayDecide = found.scope === 'tribe' && membership !== null && mayModerate(actor, membership);
  const authority = authorityOf(actor, membership);
  if (!authority || (!mayDecide && !isAdmin(actor))) throw fail('not_found');
  const isOfTribe = membership?.status === 'active' && isModerator(membership.role);
  return { found, membership, isOfTribe, authority };
}

async function membershipIn({ directory }: Deps, actor: Actor, tribeId: number): Promise<Membership | null> {
  return (await directory.getMembershipsOf(actor.id, [tribeId])).get(tribeId) ?? null;
}
