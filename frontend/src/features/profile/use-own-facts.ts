import { useQuery } from '@tanstack/react-query';
import { myPointsQuery } from '../../lib/my-points.ts';
import { profileQuery } from '../../lib/profile-query.ts';
import { membershipsQuery } from '../../lib/shared-queries.ts';
import type { OwnFacts } from './draft.ts';

/** The viewer's tribes, points and followers: also those that others may not see. */
export function useOwnFacts(userId: string): OwnFacts & { isPending: boolean } {
  const memberships = useQuery(membershipsQuery);
  const points = useQuery(myPointsQuery);
  const { data: profile, isPending } = useQuery(profileQuery(userId));
  return {
    isPending,
    memberships: memberships.data ?? [],
    points: points.data && { points: points.data.points, level: points.data.level },
    followersCount: profile?.followersCount,
    followingCount: profile?.followingCount,
  };
}
