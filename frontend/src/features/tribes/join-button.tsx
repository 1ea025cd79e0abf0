import { useQueryClient } from '@tanstack/react-query';
import { Clock, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../lib/http.ts';
import { useTexts, withTexts } from '../../lib/i18n.ts';
import { useMutation } from '../../lib/mutation.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { tribeQuery } from '../../lib/shared-queries.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
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

type JoinConditions = Pick<Tribe, 'rules' | 'questions'>;

const JoinSheet = lazyOverlay<JoinSheetProps>(
  ({ open }) => open,
  withTexts(async () => (await import('./join-sheet.tsx')).JoinSheet, 'tribe'),
);

interface JoinButtonProps {
  /** Without rules and questions they are fetched when the button is pressed. */
  tribe: Pick<TribeCard, 'id' | 'name' | 'requiresApproval' | 'hasJoinConditions' | 'membership'> &
    Partial<JoinConditions>;
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
  const { conditions, load, isLoading } = useJoinConditions(tribe, () => setConfirming(true));
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
  const shows = me !== null && tribe.hasJoinConditions;
  return (
    <>
      <Button
        size={size}
        variant={variant}
        icon={<UserPlus />}
        loading={busy || isLoading}
        onClick={() => (shows ? load() : take(stepInto(tribe)))}
      >
        {label}
      </Button>
      <JoinSheet
        open={confirming}
        onClose={() => setConfirming(false)}
        tribeId={tribe.id}
        name={tribe.name}
        {...conditions}
        label={label}
        busy={busy}
        onJoin={(answers, markSent) => take(stepInto(tribe), answers, markSent)}
      />
    </>
  );
}

/** The rules and questions of a tribe; `load` fetches them where they are unknown, then calls `onLoaded`. */
function useJoinConditions({ id, rules, questions }: JoinButtonProps['tribe'], onLoaded: () => void) {
  const client = useQueryClient();
  const fetching = useMutation({ mutationFn: () => client.fetchQuery(tribeQuery(id)) });
  const known = rules && questions ? { rules, questions } : fetching.data;
  const load = () => {
    if (known) return onLoaded();
    fetching.mutate(undefined, {
      onScreen: { onSuccess: onLoaded },
      onError: toastFailure,
    });
  };
  const conditions: JoinConditions = { rules: known?.rules ?? [], questions: known?.questions ?? [] };
  return { conditions, load, isLoading: fetching.isPending };
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
          toast(() => t(wordsFor(status), { name: tribe.name }), { tone: 'good' });
        },
        onError: toastFailure,
        onScreen: {
          onError: (error) => {
            // A question asked since the tribe was loaded: its page has it.
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
