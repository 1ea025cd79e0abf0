import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { homininiId } from './limits.ts';
import { isPseudonym, type UserPresenter } from './user-presenter.ts';

const membersAtATime = 500;

interface Sources {
  tribes: Pick<Calls<typeof TribesServiceService>, 'getMemberships' | 'listMemberIds'>;
  presenter: Pick<UserPresenter, 'pseudonymOf'>;
}

/**
 * Who it is whom somebody knows by this pseudonym in a tribe of theirs, also after they left it; undefined for nobody. For
 * the server alone: what is answered must not tell who it is, nor that it is the same person as one with a name.
 */
export async function findHidden(
  { tribes, presenter }: Sources,
  viewer: Actor,
  { pseudonym, tribeId }: { pseudonym: string; tribeId: number },
): Promise<string | undefined> {
  // Nobody is hidden in hominini, of which everybody is a member: its members are not walked through.
  if (tribeId === homininiId || !isPseudonym(pseudonym)) return undefined;
  const { memberships } = await tribes.getMemberships({ userId: viewer.id, tribeIds: [tribeId] });
  if (memberships[0]?.status !== 'active') return undefined;
  let cursor = '';
  do {
    const page = await tribes.listMemberIds({
      tribeId,
      roles: ['member'],
      cursor,
      limit: membersAtATime,
      withFormer: true,
    });
    const found = page.userIds.find((id) => presenter.pseudonymOf(viewer, id, tribeId) === pseudonym);
    if (found) return found;
    cursor = page.nextCursor;
  } while (cursor !== '');
  return undefined;
}
