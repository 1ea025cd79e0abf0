import { queryOptions } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Tribe } from './api.ts';

/** The state of a new tribe that determines its open steps. */
interface OwnerProgress {
  hasPost: boolean;
  /** A link that was created and not revoked. */
  hasInvite: boolean;
  hasChallenge: boolean;
}

export const ownerStepsQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.feed.ownerSteps(tribeId),
    queryFn: async ({ signal }): Promise<OwnerProgress> => {
      const [posts, invites, config] = await Promise.all([
        http.get('/tribes/{tribeId}/posts', { path: { tribeId }, query: { limit: 1 }, signal }),
        http.get('/tribes/{tribeId}/invites', { path: { tribeId }, query: { limit: 1 }, signal }),
        http.get('/tribes/{tribeId}/config', { path: { tribeId }, signal }),
      ]);
      return {
        hasPost: posts.items.length > 0,
        hasInvite: invites.items.length > 0,
        hasChallenge: config.levels.some(({ challenges }) => challenges.length > 0),
      };
    },
    staleTime: 0,
  });

export interface OwnerStep {
  name: 'cover' | 'post' | 'invite' | 'level';
  isDone: boolean;
  /** The link to the screen of the step. */
  to: string;
}

/** Returns the first steps of a tribe's owner. Inviting is not needed once there are other members. */
export function listOwnerSteps({ id, imageUrl, membersCount }: Tribe, begun: OwnerProgress): OwnerStep[] {
  return [
    { name: 'cover', isDone: imageUrl !== null, to: paths.tribePart(id, 'settings') },
    { name: 'post', isDone: begun.hasPost, to: paths.tribe(id) },
    { name: 'invite', isDone: begun.hasInvite || membersCount > 1, to: paths.tribePart(id, 'invites') },
    { name: 'level', isDone: begun.hasChallenge, to: paths.tribePart(id, 'levels') },
  ];
}
