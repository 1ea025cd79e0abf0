import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { homininiId } from './limits.ts';
import { isPseudonym, type UserPresenter } from './user-presenter.ts';

const memberPageSize = 500;
/** Bounds the work of one request: 50,000 members. */
const memberPagesMax = 100;

interface Sources {
  tribes: Pick<Calls<typeof TribesServiceService>, 'getMemberships' | 'listMemberIds'>;
  presenter: Pick<UserPresenter, 'pseudonymOf'>;
}

/**
 * Resolves a pseudonym that the viewer sees in one of their tribes, of current and former members; undefined when there
 * is no match among the first 50,000. For the server only: responses must reveal neither the user nor that a named
 * person is the same one.
 */
export async function findHidden(
  { tribes, presenter }: Sources,
  viewer: Actor,
  { pseudonym, tribeId }: { pseudonym: string; tribeId: number },
): Promise<string | undefined> {
  // Hominini hides no members and has too many to iterate over.
  if (tribeId === homininiId || !isPseudonym(pseudonym)) return undefined;
  const { memberships } = await tribes.getMemberships({ userId: viewer.id, tribeIds: [tribeId] });
  if (memberships[0]?.status !== 'active') return undefined;
  let cursor = '';
  for (let pages = 0; pages < memberPagesMax; pages += 1) {
    const page = await tribes.listMemberIds({
      tribeId,
      roles: ['member'],
      cursor,
      limit: memberPageSize,
      withFormer: true,
    });
    const found = page.userIds.find((id) => presenter.pseudonymOf(viewer, id, tribeId) === pseudonym);
    if (found) return found;
    cursor = page.nextCursor;
    if (cursor === '') return undefined;
  }
  return undefined;
}
