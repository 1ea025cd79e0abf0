import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { isOpenInMaintenance } from '../../lib/maintenance.ts';
import { useMe } from '../../lib/session.ts';
import { maintenanceQuery } from '../../lib/shared-queries.ts';

function storedToken(state: unknown): string {
  const { linkToken }: { linkToken?: unknown } = Object(state);
  return typeof linkToken === 'string' ? linkToken : '';
}

/**
 * The token of a mailed link, removed from the address as soon as its page is shown; its entry in the history keeps it
 * for a reload. While maintenance hides the page the token stays in the address: it still works later.
 */
export function useLinkToken(): string {
  const [query, setQuery] = useSearchParams();
  const { pathname, state } = useLocation();
  const [token] = useState(() => query.get('token') ?? storedToken(state));
  const me = useMe();
  const mayBeHidden = me?.role !== 'admin' && !isOpenInMaintenance(pathname);
  const { data, isPending } = useQuery({ ...maintenanceQuery, enabled: mayBeHidden && query.has('token') });
  const hidden = mayBeHidden && (isPending || data?.enabled === true);

  useEffect(() => {
    if (query.has('token') && !hidden) setQuery({}, { replace: true, state: { linkToken: token } });
  }, [query, setQuery, hidden, token]);

  return token;
}
