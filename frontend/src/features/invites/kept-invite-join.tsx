import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { rememberPath } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';
import { isFinalRefusal, type KeptInvite, useKeptInvite } from './accepted-invite.ts';
import { useJoinByInvite } from './api.ts';

/** Long enough to be read beside what the screen itself says. */
const SHOWN_MS = 6_000;

/** Joins by a kept invitation once it is mounted, and says what came of it. Renders nothing itself. */
export function KeptInviteJoin({ invite: { code, name, toldWhy } }: { invite: KeptInvite }) {
  const { t } = useTexts('invites', 'members');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { noteTold } = useKeptInvite();
  const join = useJoinByInvite(code);
  const asked = useRef(false);

  const tellJoined = (tribeId: number) => {
    const isWelcomed = pathname === paths.welcome();
    // The welcome ends in the tribe.
    if (isWelcomed) rememberPath(paths.tribe(tribeId));
    toast(t('invites.joined', { name }), {
      tone: 'good',
      durationMs: SHOWN_MS,
      ...(!isWelcomed && {
        action: { label: t('notifications.open'), run: () => void navigate(paths.tribe(tribeId)) },
      }),
    });
  };

  const tellRefused = (error: unknown) => {
    const isFinal = isFinalRefusal(error);
    // It is tried each time the app is opened, and said once.
    if (!isFinal && toldWhy) return;
    noteTold(code);
    const why = messageOf(error, t('ui.failed'));
    toast(t(isFinal ? 'invites.notJoined' : 'invites.joinLater', { name, why }), { tone: 'bad', durationMs: SHOWN_MS });
  };

  const comeIn = useEffectEvent(() =>
    join.mutate(undefined, { onSuccess: ({ tribeId }) => tellJoined(tribeId), onError: (error) => tellRefused(error) }),
  );

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    comeIn();
  }, []);
  return null;
}
