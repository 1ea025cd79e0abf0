import { mayModerate } from '@tribus/community/access.ts';
import { requireMember } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { type PageQuery, readPage } from '@tribus/kit/http/keyset.ts';
import type { ModerationLog } from '../api/moderation.ts';
import type { Deps } from './deps.ts';

/**
 * The decisions in a tribe, for its members: action, reason and time, without the author. Only moderators see who
 * decided.
 */
export async function readModerationLog(
  { store, directory, cursors }: Deps,
  viewer: Actor,
  tribeId: number,
  query: PageQuery,
): Promise<ModerationLog> {
  const membership = requireMember(viewer, await directory.getMembership(viewer.id, tribeId));
  const { items, nextCursor } = await readPage(cursors, `moderation-log:${tribeId}`, query, ({ limit, after }) =>
    store.caseDecisions.listOfTribe(tribeId, limit, after),
  );
  const moderators = mayModerate(viewer, membership)
    ? await directory.presentUsersIn(
        viewer,
        tribeId,
        items.flatMap(({ decidedBy }) => decidedBy || []),
      )
    : undefined;
  return {
    items: items.map(({ id, kind, object, action, reason, bySite, decidedBy, createdAt }) => ({
      id,
      kind,
      postKind: object.postKind ?? null,
      action,
      reason,
      bySite,
      createdAt: createdAt.toISOString(),
      moderator: moderators?.get(decidedBy) ?? null,
    })),
    nextCursor,
  };
}
