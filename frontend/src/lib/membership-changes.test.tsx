/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, test } from '@jest/globals';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../testing/server.ts';
import { type Decision, useDecideJoinRequest } from './membership-changes.ts';
import { queryKeys } from './query-keys.ts';
import { session } from './session.ts';

const ask = (id: string, tribeId: number) => ({
  id,
  type: 'join_request',
  data: { tribeId, requesterId: 'u2' },
});
const pendingKey = queryKeys.tribe.pendingMembers(7);
const inboxKey = queryKeys.notifications.list;
const derived = [
  queryKeys.memberships,
  queryKeys.tribes.directory(''),
  queryKeys.tribe.members(7, ''),
  queryKeys.feed.tribe(7),
  queryKeys.points.mine,
];

/** A screen with queries that depend on a membership; decides the request of Ana to join tribe 7. */
function Requests({ decision }: { decision: Decision }) {
  const client = useQueryClient();
  const decide = useDecideJoinRequest(7);
  const pending = useQuery<{ pages: { items: { user: { id: string } }[] }[] }>({
    queryKey: pendingKey,
    queryFn: skipToken,
  });
  const inbox = useQuery<{ pages: { items: { id: string }[] }[] }>({ queryKey: inboxKey, queryFn: skipToken });
  function fill(): void {
    const items = [{ user: { id: 'u2' } }, { user: { id: 'u3' } }];
    client.setQueryData(pendingKey, { pages: [{ items }], pageParams: [null] });
    client.setQueryData(inboxKey, { pages: [{ items: [ask('n1', 7), ask('n2', 8)] }], pageParams: [null] });
    for (const key of derived) client.setQueryData(key, {});
  }
  const stale = () => [...derived, inboxKey].filter((key) => client.getQueryState(key)?.isInvalidated).length;
  return (
    <>
      <button type="button" onClick={fill}>
        llenar
      </button>
      <button type="button" onClick={() => decide.mutate({ userId: 'u2', decision })}>
        decidir
      </button>
      <p>pendientes: {pending.data?.pages.flatMap(({ items }) => items.map(({ user }) => user.id)).join(' ')}</p>
      <p>avisos: {inbox.data?.pages.flatMap(({ items }) => items.map(({ id }) => id)).join(' ')}</p>
      {decide.isSuccess && <p>hecho, {stale()} por pedir</p>}
      {decide.isError && <p>rechazado, {stale()} por pedir</p>}
    </>
  );
}

async function decide(decision: Decision): Promise<void> {
  await renderApp(<Requests decision={decision} />);
  await userEvent.click(screen.getByRole('button', { name: 'llenar' }));
  await screen.findByText('avisos: n1 n2');
  await userEvent.click(screen.getByRole('button', { name: 'decidir' }));
}

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

test.each(['approve', 'reject'] as const)(
  'a decided request (%s) is removed from its tribe’s requests and the inbox, wherever it was decided',
  async (decision) => {
    stubResponse(`POST tribes/7/members/u2/${decision}`, { body: {} });
    await decide(decision);
    await screen.findByText('pendientes: u3');
    await screen.findByText('avisos: n2');
    await screen.findByText('hecho, 5 por pedir');
  },
);

test('a request that another person has decided remains listed until both lists are fetched again', async () => {
  stubResponse('POST tribes/7/members/u2/approve', { status: 409, body: { error: 'Ya está', code: 'not_pending' } });
  await decide('approve');
  await screen.findByText('rechazado, 6 por pedir');
  screen.getByText('pendientes: u2 u3');
});
