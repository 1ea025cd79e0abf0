import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useDeviceName } from '../../lib/device-name.tsx';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, SkeletonText } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { type AdminUser, type SessionOf, sessionsOfQuery, useEndSessions } from './api.ts';

/** A user's sessions, the last used first, and a button that ends all of them. */
export function UserSessions({ user, isMe }: { user: AdminUser; isMe: boolean }) {
  const { t } = useTexts('admin', 'account');
  const { data, error, refetch } = useQuery(sessionsOfQuery(user.id));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading>
        <SkeletonText lines={3} />
      </Loading>
    );
  if (data.length === 0) return <p className="text-fg-muted text-small">{t('admin.noSessions')}</p>;
  return (
    <>
      <ul className="grid grid-cols-1 gap-2 text-small">
        {data.toSorted(byLastUse).map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
      <EndSessions user={user} isMe={isMe} />
    </>
  );
}

const byLastUse = (a: SessionOf, b: SessionOf): number => b.lastSeenAt.localeCompare(a.lastSeenAt);

function SessionItem({ session: { device, userAgent, lastSeenAt } }: { session: SessionOf }) {
  const { t } = useTexts('admin', 'account');
  const format = useFormat();
  const nameOf = useDeviceName();
  return (
    <li className="grid grid-cols-1 gap-0.5">
      <span className="truncate" title={userAgent}>
        {device.browser || device.system || !userAgent ? nameOf(device) : userAgent}
      </span>
      <span className="text-caption text-fg-muted">{t('admin.seen', { date: format.dateTime(lastSeenAt) })}</span>
    </li>
  );
}

/** Ends all sessions after a confirmation; of the admin's own all but this one. */
function EndSessions({ user, isMe }: { user: AdminUser; isMe: boolean }) {
  const { t } = useTexts('admin', 'account');
  const [confirming, setConfirming] = useState(false);
  const end = useEndSessions(user.id);
  const act = () =>
    end.mutate(undefined, {
      onSuccess: () => toast(() => t('admin.sessionsEnded'), { tone: 'good' }),
      onError: toastFailure,
      onScreen: { onSettled: () => setConfirming(false) },
    });
  return (
    <div>
      <Button icon={<LogOut />} onClick={() => setConfirming(true)}>
        {t('admin.endSessions')}
      </Button>
      <Confirm
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('admin.endSessionsTitle')}
        text={isMe ? t('security.endOthersText') : t('admin.endSessionsText', { name: user.name })}
        confirm={t('admin.endSessions')}
        onConfirm={act}
        busy={end.isPending}
      />
    </div>
  );
}
