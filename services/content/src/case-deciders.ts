import { isModerator, mayWriteAsMember, moderatorRoles } from '@tribus/community/access.ts';
import { type Authority, mayUndo } from '@tribus/community/authority.ts';
import { unlessDeleted } from '@tribus/community/deleted-subjects.ts';
import { decidedAs } from './case-rules.ts';
import type { Deps } from './deps.ts';
import type { StoredCase } from './store/cases.ts';
import type { ContentTx } from './store/store.ts';

/** The moderators of a tribe who are not restricted, at most 200, with the authority of each. */
export type TribeModerators = ReadonlyMap<string, Authority>;

const moderatorsMax = 200;

export interface ModeratorSources {
  directory: Pick<Deps['directory'], 'getFreshMemberships'>;
  tribes: Pick<Deps['tribes'], 'listMemberIds'>;
}

/**
 * Returns the moderators who may decide cases of this scope; none where only site admins do, and for a deleted tribe.
 * Bypasses the cache, because it is also called right after a change of the moderators.
 */
export async function listModerators(
  { directory, tribes }: ModeratorSources,
  { tribeId, scope }: Pick<StoredCase, 'tribeId' | 'scope'>,
): Promise<TribeModerators> {
  if (tribeId === null || scope === 'site') return new Map();
  const wanted = { tribeId, roles: [...moderatorRoles], cursor: '', limit: moderatorsMax };
  const { userIds } = await unlessDeleted(tribes.listMemberIds(wanted), { userIds: [] });
  const memberships = await directory.getFreshMemberships(userIds, tribeId);
  return new Map(
    [...memberships]
      .filter(([, membership]) => mayWriteAsMember(membership) && isModerator(membership.role))
      .map(([userId, { role }]) => [userId, role === 'owner' ? 'owner' : 'officer']),
  );
}

/**
 * Whether no moderator of its tribe may decide a case by the rules of `getModeratedCase` and `findRefusal`: each is its
 * author or a reporter, or a higher authority has decided. Ignores that an appeal is reserved for another moderator,
 * because that ends by itself.
 */
export async function isLeftToSite(
  tx: Pick<ContentTx, 'caseDecisions' | 'reports'>,
  { id, authorId, scope }: Pick<StoredCase, 'id' | 'authorId' | 'scope'>,
  moderators: TribeModerators,
): Promise<boolean> {
  if (scope === 'site') return false;
  const decisions = await tx.caseDecisions.listOf(id);
  const mayDecide = [...moderators]
    .filter(
      ([userId, authority]) => userId !== authorId && decisions.every((each) => mayUndo(authority, decidedAs(each))),
    )
    .map(([userId]) => userId);
  return (await tx.reports.countReporters(id, mayDecide)) === mayDecide.length;
}
