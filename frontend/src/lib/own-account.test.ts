/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { mergeIntoOwnAccount } from './own-account.ts';
import { createQueryClient } from './query-client.ts';
import type { SessionUser } from './session.ts';
import { meQuery } from './shared-queries.ts';

const named = (name: string) => ({ id: 'u1', name }) as SessionUser;

/** An account whose readings are answered by `respond`, in order. */
function readAccount(known?: SessionUser) {
  const client = createQueryClient();
  const waiting: ((user: SessionUser) => void)[] = [];
  if (known) client.setQueryData(meQuery.queryKey, known);
  const queryFn = () => new Promise<SessionUser>((resolve) => waiting.push(resolve));
  const observer = new QueryObserver(client, { ...meQuery, queryFn, staleTime: 0 });
  const leave = observer.subscribe(() => undefined);
  return { client, waiting, leave, shown: () => client.getQueryData(meQuery.queryKey)?.name };
}

test.each([undefined, named('Rut')])(
  'a new name is not replaced by a reading that began before it (known: %j)',
  async (known) => {
    const { client, waiting, leave, shown } = readAccount(known);
    expect(waiting).toHaveLength(1);
    mergeIntoOwnAccount(client, named('Rut del Faro'));
    expect(waiting).toHaveLength(2);
    waiting[0]?.(named('Rut'));
    waiting[1]?.(named('Rut del Faro'));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(shown()).toBe('Rut del Faro');
    leave();
  },
);

test('a change reads the account anew only if a reading is under way', async () => {
  const { client, waiting, leave, shown } = readAccount(named('Rut'));
  waiting[0]?.(named('Rut'));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  mergeIntoOwnAccount(client, named('Rut del Faro'));
  expect([waiting.length, shown()]).toEqual([1, 'Rut del Faro']);
  leave();
});
