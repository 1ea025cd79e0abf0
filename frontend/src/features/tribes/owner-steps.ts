import { queryOptions } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Tribe } from './api.ts';

/** What a new tribe is without at first. */
interface Begun {
  hasPost: boolean;
  /** A link that was made and not revoked. */
  hasInvite: boolean;
  hasChallenge: boolean;
}

export const ownerStepsQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.feed.ownerSteps(tribeId),
    queryFn: async ({ signal }): Promise<Begun> => {
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
  /** Where it is done. */
  to: string;
}

/** The first steps of whoever founds a tribe. Nobody needs to be invited where others came by themselves. */
export function ownerStepsOf({ id, imageUrl, membersCount }: Tribe, begun: Begun): OwnerStep[] {
  return [
    { name: 'cover', isDone: imageUrl !== null, to: paths.tribePart(id, 'settings') },
    { name: 'post', isDone: begun.hasPost, to: paths.tribe(id) },
    { name: 'invite', isDone: begun.hasInvite || membersCount > 1, to: paths.tribePart(id, 'invites') },
    { name: 'level', isDone: begun.hasChallenge, to: paths.tribePart(id, 'levels') },
  ];
}
