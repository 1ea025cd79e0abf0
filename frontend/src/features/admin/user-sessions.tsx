import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { toast } from '../../ui/toast.tsx';
import { sessionsOfQuery, useEndSessions } from './api.ts';

/** A user's sessions, and a button that ends all of them. */
export function UserSessions({ userId }: { userId: string }) {
  const { t } = useTexts('admin');
  const format = useFormat();
  const { data, error, refetch } = useQuery(sessionsOfQuery(userId));
  const end = useEndSessions(userId);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0) return <p className="text-fg-muted text-small">{t('admin.noSessions')}</p>;
  const endAll = () =>
    end.mutate(undefined, {
      onSuccess: () => toast(t('admin.sessionsEnded'), { tone: 'good' }),
      onError: (failure) => toast(messageOf(failure, t('ui.error')), { tone: 'bad' }),
    });
  return (
    <>
      <ul className="grid gap-2 text-small">
        {data?.map(({ id, userAgent, lastSeenAt }) => (
          <li key={id} className="grid gap-0.5">
            <span className="truncate">{userAgent || t('admin.unknownDevice')}</span>
            <span className="text-caption text-fg-muted">{t('admin.seen', { date: format.dateTime(lastSeenAt) })}</span>
          </li>
        ))}
      </ul>
      <div>
        <Button icon={<LogOut />} loading={end.isPending} onClick={endAll}>
          {t('admin.endSessions')}
        </Button>
      </div>
    </>
  );
}
