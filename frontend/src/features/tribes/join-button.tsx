import { Check, Clock, UserPlus } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { type MembershipStep, stepInto, type TribeCard, useMembershipStep } from './api.ts';

interface JoinButtonProps {
  tribe: Pick<TribeCard, 'id' | 'name' | 'requiresApproval' | 'membership'>;
  size?: ButtonSize;
  /** Of the button to join; the one to withdraw is always quiet. */
  variant?: ButtonVariant;
}

/** Joins, asks to join, or withdraws the request. Renders nothing for members. */
export function JoinButton({ tribe, size = 'md', variant = 'primary' }: JoinButtonProps) {
  const { t } = useTexts('members');
  const me = useMe();
  const navigate = useNavigate();
  const step = useMembershipStep(tribe.id);
  const status = tribe.membership?.status;
  if (status === 'active') return null;

  function take(which: MembershipStep): void {
    if (!me) {
      void navigate(paths.login);
      return;
    }
    // mutateAsync: after joining the button unmounts, and the toast must be shown all the same.
    step.mutateAsync(which).then(
      ({ membership }) => toast(t(wordsFor(membership?.status), { name: tribe.name }), { tone: 'good' }),
      (error: unknown) => toast(messageOf(error, t('ui.error')), { tone: 'bad' }),
    );
  }

  if (status === 'pending') {
    return (
      <Button size={size} icon={<Clock />} loading={step.isPending} onClick={() => take('join-request/cancel')}>
        {t('tribes.cancelRequest')}
      </Button>
    );
  }
  const asks = tribe.requiresApproval;
  return (
    <Button
      size={size}
      variant={variant}
      icon={asks ? <UserPlus /> : <Check />}
      loading={step.isPending}
      onClick={() => take(stepInto(tribe))}
    >
      {t(asks ? 'tribes.askToJoin' : 'tribes.join')}
    </Button>
  );
}

function wordsFor(status: string | undefined) {
  if (status === 'active') return 'tribes.joined';
  return status === 'pending' ? 'tribes.requested' : 'tribes.requestCancelled';
}
