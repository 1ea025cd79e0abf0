import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { type Decision, failedDecision } from '../../lib/membership-changes.ts';
import { toast } from '../../ui/toast.tsx';
import { type PendingMember, useResolveRequests } from './requests-api.ts';

interface DecideRequests {
  decide: (action: Decision, requests: readonly PendingMember[]) => void;
  isPending: boolean;
  /** The users whose requests were answered here. */
  answered: ReadonlySet<string>;
}

/** Decides requests and shows the outcome. Requests that another moderator decided before are not counted. */
export function useDecideRequests(tribeId: number, onSettled: (action: Decision) => void): DecideRequests {
  const { t } = useTexts('members', 'membership');
  const [answered] = useState(() => new Set<string>());
  const resolve = useResolveRequests(tribeId, (userIds) => {
    for (const id of userIds) answered.add(id);
  });
  const { isPending } = resolve;

  function decide(action: Decision, requests: readonly PendingMember[]): void {
    const approves = action === 'approve';
    const userIds = requests.map(({ user }) => user.id);
    resolve.mutate(
      { action, userIds },
      {
        onSuccess: ({ length: count }) => {
          if (count === 0) return;
          const outcome = approves ? 'approved' : 'rejected';
          toast(() => t(count === 1 ? `notifications.${outcome}` : `membership.${outcome}`, { count }), {
            tone: 'good',
          });
        },
        onError: (error) => {
          const failed = approves ? 'notifications.approveFailed' : 'notifications.rejectFailed';
          toast(() => failedDecision(t(failed), error), { tone: 'bad' });
        },
        onScreen: { onSettled: () => onSettled(action) },
      },
    );
  }
  return { decide, isPending, answered };
}
