import type { QueryClient } from '@tanstack/react-query';
import { type SessionUser, session } from './session.ts';
import { meQuery } from './shared-queries.ts';

/** Shows a saved change of the person's own account. A reading under way is repeated: it may have the values before. */
export function mergeIntoOwnAccount(client: QueryClient, change: Partial<SessionUser> & Pick<SessionUser, 'id'>): void {
  session.merge(change);
  client.setQueryData(meQuery.queryKey, (me) => me && { ...me, ...change });
  void client.invalidateQueries({ queryKey: meQuery.queryKey, fetchStatus: 'fetching' });
}
