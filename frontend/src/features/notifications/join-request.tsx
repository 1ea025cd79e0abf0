import { Check, UserRoundPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { type Decision, failedDecision, useDecideJoinRequest } from '../../lib/membership-changes.ts';
import { paths } from '../../lib/paths.ts';
import { RejectQuestion } from '../../lib/reject-question.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { toast } from '../../ui/toast.tsx';
import type { JoinRequestNotification } from './api.ts';
import { AvatarWithIcon, ItemText } from './item-parts.tsx';

const noPeople: readonly { name: string }[] = [];

const requester = ({ requesterId, requesterName, requesterAvatarUrl }: JoinRequestNotification['data']) => ({
  id: requesterId,
  name: requesterName,
  avatarUrl: requesterAvatarUrl,
});

/** A request to join a tribe, with the buttons to decide it. */
export function JoinRequest({ notification }: { notification: JoinRequestNotification }) {
  const { t } = useTexts('members');
  const { data, seen, createdAt } = notification;
  const decide = useDecideJoinRequest(data.tribeId);
  const [rejecting, setRejecting] = useState(noPeople);

  function choose(decision: Decision): void {
    const approves = decision === 'approve';
    const failed = approves ? 'notifications.approveFailed' : 'notifications.rejectFailed';
    decide.mutate(
      { userId: data.requesterId, decision },
      {
        onSuccess: () =>
          toast(() => t(approves ? 'notifications.approved' : 'notifications.rejected'), { tone: 'good' }),
        onError: (error) => toast(() => failedDecision(t(failed), error), { tone: 'bad' }),
      },
    );
  }

  return (
    <li className="grid gap-2.5 py-2">
      <div className="flex min-h-11 items-center gap-3 text-small">
        <AvatarWithIcon person={requester(data)} icon={UserRoundPlus} />
        <ItemText seen={seen} createdAt={createdAt}>
          <RichText
            text={t('notifications.joinRequest', { name: data.requesterName, tribe: data.tribeName })}
            elements={{
              who: <LeavingLink to={paths.user(data.requesterId)} strong />,
              tribe: <LeavingLink to={paths.tribe(data.tribeId)} />,
            }}
          />
        </ItemText>
      </div>
      <div className="flex gap-2 pl-14">
        <Button
          size="sm"
          icon={<Check />}
          className="text-moss"
          loading={decide.isPending && decide.variables.decision === 'approve'}
          disabled={decide.isPending && decide.variables.decision !== 'approve'}
          onClick={() => choose('approve')}
        >
          {t('notifications.approve')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          loading={decide.isPending && decide.variables.decision === 'reject'}
          disabled={decide.isPending && decide.variables.decision !== 'reject'}
          onClick={() => setRejecting([{ name: data.requesterName }])}
        >
          {t('notifications.reject')}
        </Button>
      </div>
      <RejectQuestion
        people={rejecting}
        busy={decide.isPending}
        onReject={() => {
          setRejecting(noPeople);
          choose('reject');
        }}
        onClose={() => setRejecting(noPeople)}
      />
    </li>
  );
}

/** A link within a sentence; it replaces the modal. */
function LeavingLink({ to, strong = false, children }: { to: string; strong?: boolean; children?: ReactNode }) {
  return (
    <Link
      to={to}
      className={cx(
        'focus-ring rounded-xs underline-offset-4',
        strong ? 'font-semibold hover:underline' : 'underline decoration-line-strong hover:decoration-current',
      )}
    >
      {children}
    </Link>
  );
}
