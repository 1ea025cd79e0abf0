import { Clock, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError, messageOf } from '../../lib/http.ts';
import { useTexts, withTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';
import { lazyOverlay } from '../../ui/lazy-overlay.tsx';
import { toast } from '../../ui/toast.tsx';
import {
  type MembershipChange,
  type MembershipStep,
  stepInto,
  type Tribe,
  type TribeCard,
  useMembershipStep,
} from './api.ts';
import type { JoinSheetProps } from './join-sheet.tsx';

const JoinSheet = lazyOverlay<JoinSheetProps>(
  ({ open }) => open,
  withTexts(async () => (await import('./join-sheet.tsx')).JoinSheet, 'tribe'),
);

interface JoinButtonProps {
  tribe: Pick<TribeCard, 'id' | 'name' | 'requiresApproval' | 'membership'> &
    Partial<Pick<Tribe, 'rules' | 'questions'>>;
  size?: ButtonSize;
  /** The style of the join button; the button to withdraw is always quiet. */
  variant?: ButtonVariant;
}

/**
 * Joins, asks to join, or withdraws the request; shows the tribe's rules and questions first. Renders nothing for
 * members.
 */
export function JoinButton({ tribe, size = 'md', variant = 'primary' }: JoinButtonProps) {
  const { t } = useTexts('members');
  const me = useMe();
  const [confirming, setConfirming] = useState(false);
  const { busy, take } = useRunStep(tribe, confirming, () => setConfirming(false));
  const { rules = [], questions = [] } = tribe;
  const status = tribe.membership?.status;
  if (status === 'active') return null;
  if (status === 'pending') {
    return (
      <Button size={size} icon={<Clock />} loading={busy} onClick={() => take('join-request/cancel')}>
        {t('tribes.cancelRequest')}
      </Button>
    );
  }
  const asks = tribe.requiresApproval;
  const label = t(asks ? 'tribes.askToJoin' : 'tribes.join');
  const shows = me !== null && rules.length + questions.length > 0;
  return (
    <>
      <Button
        size={size}
        variant={variant}
        icon={<UserPlus />}
        loading={busy}
        onClick={() => (shows ? setConfirming(true) : take(stepInto(tribe)))}
      >
        {label}
      </Button>
      <JoinSheet
        open={confirming}
        onClose={() => setConfirming(false)}
        tribeId={tribe.id}
        name={tribe.name}
        rules={rules}
        questions={questions}
        label={label}
        busy={busy}
        onJoin={(answers, markSent) => take(stepInto(tribe), answers, markSent)}
      />
    </>
  );
}

/** Changes the membership and shows the outcome. Visitors sign in first. */
function useRunStep(tribe: JoinButtonProps['tribe'], wasAsked: boolean, onDone: () => void) {
  const { t } = useTexts('members');
  const me = useMe();
  const navigate = useNavigate();
  const step = useMembershipStep(tribe.id);

  function take(nextStep: MembershipStep, answers: MembershipChange['answers'] = [], markSent?: () => void): void {
    if (!me) {
      void navigate(paths.login);
      return;
    }
    step.mutate(
      { step: nextStep, answers },
      {
        onSuccess: (status) => {
          markSent?.();
          onDone();
          toast(t(wordsFor(status), { name: tribe.name }), { tone: 'good' });
        },
        onError: (error) => toast(messageOf(error, t('ui.error')), { tone: 'bad' }),
        onScreen: {
          onError: (error) => {
            // A card has no questions of the tribe: its page has them.
            const isUnasked = error instanceof ApiError && error.code === 'answers_required' && !wasAsked;
            if (isUnasked) void navigate(paths.tribe(tribe.id));
          },
        },
      },
    );
  }
  return { busy: step.isPending, take };
}

function wordsFor(status: string | null) {
  if (status === 'active') return 'tribes.joined';
  return status === 'pending' ? 'tribes.requested' : 'tribes.requestCancelled';
}
