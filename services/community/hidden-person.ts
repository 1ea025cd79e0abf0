import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { homininiId } from './limits.ts';
import type { UserPresenter } from './user-presenter.ts';

interface Sources {
  tribes: Pick<Calls<typeof TribesServiceService>, 'getMemberships'>;
  presenter: Pick<UserPresenter, 'pseudonyms'>;
}

/**
 * Resolves a pseudonym that the viewer sees in one of their tribes, of a current or former member; undefined without
 * one. For the server only: responses must reveal neither the user nor that a named person is the same one.
 */
export async function findHidden(
  { tribes, presenter }: Sources,
  viewer: Actor,
  { pseudonym, tribeId }: { pseudonym: string; tribeId: number },
): Promise<string | undefined> {
  const subjectId = presenter.pseudonyms.subjectOf(viewer, pseudonym, tribeId);
  // Hominini hides no members.
  if (subjectId === undefined || tribeId === homininiId) return undefined;
  const [own, subject] = await Promise.all(
    [viewer.id, subjectId].map(async (userId) => {
      const { memberships } = await tribes.getMemberships({ userId, tribeIds: [tribeId] });
      return memberships[0];
    }),
  );
  if (own?.status !== 'active' || !subject) return undefined;
  return subject.role === 'member' || subject.formerLevelOrder > 0 ? subjectId : undefined;
}
