import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../../lib/session.ts';
import { meQuery } from '../../lib/shared-queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { GreetingSkeleton } from './greeting-skeleton.tsx';
import { Landing } from './landing.tsx';

/** `/`: a greeting for members; for visitors the landing page with `feed`, the posts of hominini, below. */
export function HomePage({ feed, greeting }: { feed?: ReactNode; greeting?: ReactNode }) {
  const { token, user } = useSession();
  if (user) return greeting;
  return token === null ? <Landing feed={feed} /> : <AwaitedMember />;
}

/** A member whose user is being fetched: they do not see the visitors' page. */
function AwaitedMember() {
  const me = useQuery(meQuery);
  if (me.isError) return <ErrorState error={me.error} onRetry={() => void me.refetch()} />;
  return <GreetingSkeleton />;
}
