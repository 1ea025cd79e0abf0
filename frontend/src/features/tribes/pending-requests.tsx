import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { type Decision, useDecideJoinRequest } from '../../lib/membership-changes.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CountBadge } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.tsx';
import { pendingQuery } from './api.ts';

/** Requests to join, for moderators. Renders nothing when there are none. */
export function PendingRequests({ tribeId }: { tribeId: number }) {
  const { t } = useTexts('members');
  const pending = useQuery(pendingQuery(tribeId));
  const resolve = useDecideJoinRequest(tribeId);
  const people = pending.data?.items ?? [];
  if (people.length === 0) return null;

  function decide(userId: string, decision: Decision): void {
    const approves = decision === 'approve';
    resolve.mutate(
      { userId, decision },
      {
        onSuccess: () => toast(t(approves ? 'tribes.approved' : 'tribes.rejected'), { tone: 'good' }),
        onError: (error) =>
          toast(messageOf(error, t(approves ? 'tribes.approveFailed' : 'tribes.rejectFailed')), { tone: 'bad' }),
      },
    );
  }

  return (
    <Card as="section" aria-labelledby="pending-requests" className="grid grid-cols-1 gap-3 p-4">
      <h2 id="pending-requests" className="flex items-center gap-2 font-bold">
        {t('tribes.requests')} <CountBadge count={people.length} />
      </h2>
      <ul className="grid grid-cols-1 gap-2">
        {people.map(({ user, requestedAt }) => (
          <li key={user.id} className="flex items-center gap-3">
            <Avatar person={user} size={36} />
            <span className="grid min-w-0 grow grid-cols-1 leading-tight">
              <span className="truncate font-display font-semibold text-small">{user.name}</span>
              <RelativeTime value={requestedAt} className="text-caption text-fg-faint" />
            </span>
            <IconButton
              size="sm"
              tip="top"
              label={t('tribes.reject', { name: user.name })}
              icon={<X />}
              disabled={resolve.isPending}
              onClick={() => decide(user.id, 'reject')}
            />
            <IconButton
              size="sm"
              tip="top"
              label={t('tribes.approve', { name: user.name })}
              icon={<Check />}
              disabled={resolve.isPending}
              onClick={() => decide(user.id, 'approve')}
              className="bg-moss-soft text-moss"
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
