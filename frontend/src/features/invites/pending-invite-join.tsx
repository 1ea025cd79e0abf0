import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { rememberPath } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';
import { isFinalRefusal, type PendingInvite, usePendingInvite } from './accepted-invite.ts';
import { useJoinByInvite } from './api.ts';

/** Long enough to be read in addition to the content of the screen. */
const SHOWN_MS = 6_000;

/** Joins by a stored invitation once it is mounted, and shows the outcome in a toast. Renders nothing itself. */
export function PendingInviteJoin({ invite: { code, name, isFailureShown } }: { invite: PendingInvite }) {
  const { t } = useTexts('invites', 'members');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { markFailureShown } = usePendingInvite();
  const join = useJoinByInvite(code);
  const isRequested = useRef(false);

  const announceJoined = (tribeId: number) => {
    const isWelcomed = pathname === paths.welcome();
    // The welcome ends in the tribe.
    if (isWelcomed) rememberPath(paths.tribe(tribeId));
    toast(() => t('invites.joined', { name }), {
      tone: 'good',
      durationMs: SHOWN_MS,
      ...(!isWelcomed && {
        action: { label: () => t('notifications.open'), run: () => void navigate(paths.tribe(tribeId)) },
      }),
    });
  };

  const announceFailure = (error: unknown) => {
    const isFinal = isFinalRefusal(error);
    // Joining is tried each time the app is opened, but the failure is shown once.
    if (!isFinal && isFailureShown) return;
    markFailureShown(code);
    const why = () => messageOf(error, t('ui.failed'));
    toast(() => t(isFinal ? 'invites.notJoined' : 'invites.joinLater', { name, why: why() }), {
      tone: 'bad',
      durationMs: SHOWN_MS,
    });
  };

  const joinTribe = useEffectEvent(() =>
    join.mutate(undefined, {
      onSuccess: ({ tribeId }) => announceJoined(tribeId),
      onError: (error) => announceFailure(error),
    }),
  );

  useEffect(() => {
    if (isRequested.current) return;
    isRequested.current = true;
    joinTribe();
  }, []);
  return null;
}
