import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { rememberPath, useSession } from '../lib/session.ts';
import { activeOf, membershipsQuery } from '../lib/shared-queries.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx';
import { type Access, type Person, type Refusal, toLogin } from './access.ts';
import { NoAccessPage, NotFoundPage } from './refusal-pages.tsx';

/** Shows a screen to people with access, a skeleton while loading, and the verdict of `access` otherwise. */
export function Guarded({ access, children }: { access: Access; children: ReactNode }) {
  const params = useParams();
  const { search } = useLocation();
  const { token, user } = useSession();
  const session = token === null ? 'visitor' : user ? 'signed-in' : 'loading';
  const unasked: Person = { session, siteRole: user?.role ?? null, tribeRoles: undefined };
  const needsRoles = session === 'signed-in' && access(unasked, params, search) === 'unknown';
  const memberships = useQuery({ ...membershipsQuery, enabled: needsRoles });
  const active = memberships.data && activeOf(memberships.data);
  const tribeRoles = active && new Map(active.map(({ tribeId, role }) => [tribeId, role]));
  const decision = access({ ...unasked, tribeRoles }, params, search);

  if (decision === 'allowed') return children;
  if (decision !== 'unknown') return <Refused refusal={decision} />;
  if (memberships.isError) return <ErrorState error={memberships.error} onRetry={() => void memberships.refetch()} />;
  return <PageSkeleton />;
}

function Refused({ refusal }: { refusal: Refusal }) {
  const { key, pathname, search, hash } = useLocation();

  useEffect(() => {
    if (refusal === toLogin) rememberPath(pathname + search + hash);
  }, [refusal, pathname, search, hash]);

  if (refusal === 'not-found') return <NotFoundPage />;
  if (refusal === 'no-access') return <NoAccessPage />;
  // Remounted for each history entry: Back from an overlay's entry may lead to one that is refused as well.
  return <Navigate key={key} to={refusal.to} replace />;
}

/** A screen that is still loading: its heading, then its cards. */
export function PageSkeleton() {
  return (
    <Loading className="mx-auto grid w-full max-w-6xl gap-6 px-4 pt-6 sm:px-6 lg:pt-12">
      <Skeleton className="h-9 w-56 rounded-md" />
      <SkeletonText lines={2} className="max-w-md" />
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        <Skeleton className="h-64 rounded-lg" />
        <Skeleton className="h-64 rounded-lg" />
        <Skeleton className="h-64 rounded-lg max-sm:hidden" />
      </div>
    </Loading>
  );
}
