import { Check, UserRoundPlus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { type Decision, useDecideJoinRequest } from '../../lib/membership-changes.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { toast } from '../../ui/toast.tsx';
import type { JoinRequestNotification } from './api.ts';
import { AvatarWithIcon, ItemText } from './item-parts.tsx';

/** A request to join a tribe, with the buttons to decide it. */
export function JoinRequest({ notification }: { notification: JoinRequestNotification }) {
  const { t } = useTexts('members');
  const { data, seen, createdAt } = notification;
  const decide = useDecideJoinRequest(data.tribeId);

  function choose(decision: Decision): void {
    const approves = decision === 'approve';
    decide.mutate(
      { userId: data.requesterId, decision },
      {
        onSuccess: () => toast(t(approves ? 'notifications.approved' : 'notifications.rejected'), { tone: 'good' }),
        onError: (error) =>
          toast(messageOf(error, t(approves ? 'notifications.approveFailed' : 'notifications.rejectFailed')), {
            tone: 'bad',
          }),
      },
    );
  }

  return (
    <li className="grid gap-2.5 py-2">
      <div className="flex min-h-11 items-center gap-3 text-small">
        <AvatarWithIcon person={{ id: data.requesterId, name: data.requesterName }} icon={UserRoundPlus} />
        <ItemText seen={seen} createdAt={createdAt}>
          <RichText
            text={t('notifications.joinRequest', { name: data.requesterName, tribe: data.tribeName })}
            elements={{
              who: <strong className="font-semibold" />,
              tribe: (
                <Link
                  to={paths.tribe(data.tribeId)}
                  replace
                  className="focus-ring rounded-xs underline decoration-line-strong underline-offset-4 hover:decoration-current"
                />
              ),
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
          onClick={() => choose('reject')}
        >
          {t('notifications.reject')}
        </Button>
      </div>
    </li>
  );
}
