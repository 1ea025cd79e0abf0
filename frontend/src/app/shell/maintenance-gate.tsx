import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Activity, type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { isOpenInMaintenance, refusedInMaintenance } from '../../lib/maintenance.ts';
import { useObservable } from '../../lib/observable.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { maintenanceQuery } from '../../lib/shared-queries.ts';
import { stream } from '../../lib/stream.ts';

const MaintenanceNotice = lazyComponent(async () => (await import('./maintenance-notice.tsx')).MaintenanceNotice);

/** By then every call is accepted again: the gateway checks every two seconds. */
const REOPENING_MS = 3_000;

/**
 * During maintenance everyone but admins sees a notice instead of the app, which stays mounted behind it: visitors as
 * soon as the state is fetched, members after the first refused call. When the state cannot be fetched, they see the
 * app.
 */
export function MaintenanceGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { closed, message } = useMaintenance();
  const hidden = closed && !isOpenInMaintenance(pathname);
  return (
    <>
      {hidden && (
        <LazyPart>
          <MaintenanceNotice message={message} />
        </LazyPart>
      )}
      <Activity mode={hidden ? 'hidden' : 'visible'}>{children}</Activity>
    </>
  );
}

function useMaintenance(): { closed: boolean; message: string } {
  const queryClient = useQueryClient();
  const refused = useObservable(refusedInMaintenance);
  const { token, user } = useSession();
  const [reopening, setReopening] = useState(false);
  const { data } = useQuery({ ...maintenanceQuery, enabled: token === null || (refused && user?.role !== 'admin') });
  const closed = user?.role !== 'admin' && (token === null || refused) && data?.enabled === true;

  useEffect(() => {
    if (refused) void queryClient.invalidateQueries({ queryKey: queryKeys.maintenance });
  }, [refused, queryClient]);

  useEffect(() => {
    if (!closed) return;
    setReopening(true);
    return () => {
      refusedInMaintenance.set(false);
      setTimeout(() => {
        setReopening(false);
        // Queries refused during maintenance are fetched again.
        void queryClient.invalidateQueries();
        stream.retryNow();
      }, REOPENING_MS);
    };
  }, [closed, queryClient]);

  return { closed: closed || reopening, message: data?.message ?? '' };
}
