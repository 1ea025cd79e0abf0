import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { rememberPath, useSession } from '../lib/session.ts';
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx';

/** Members only: a skeleton while the session is not ready, to the login without a token; afterwards back here. */
export function Protected({ children }: { children: ReactNode }) {
  const { token, user } = useSession();
  const { pathname, search } = useLocation();

  useEffect(() => {
    if (!token) rememberPath(pathname + search);
  }, [token, pathname, search]);

  if (!token) return <Navigate to={paths.login} replace />;
  return user ? children : <PageSkeleton />;
}

/** A screen that is not here yet: its heading, then its cards. */
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
