import { useQuery } from '@tanstack/react-query';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { DeviceIcon, useDeviceName } from '../../lib/device-name.tsx';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pill } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { type OwnSession, sessionsQuery, useEndSessions } from './security-api.ts';
import { SecurityRow, SecuritySection } from './security-section.tsx';

export function SessionsSection() {
  const { t } = useTexts('account');
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<OwnSession | 'others' | null>(null);
  return (
    <SecuritySection
      icon={<MonitorSmartphone />}
      title={t('security.sessions')}
      text={t('security.sessionsText')}
      actions={
        sessions?.some(({ current }) => !current) && (
          <Button size="sm" onClick={() => setEnding('others')}>
            {t('security.endOthers')}
          </Button>
        )
      }
    >
      {sessions ? (
        <ul className="grid" aria-label={t('security.sessions')}>
          {sessions
            .toSorted((one, other) => Number(other.current) - Number(one.current))
            .map((each) => (
              <SessionRow key={each.id} session={each} onEnd={setEnding} />
            ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} className="py-4" />
      ) : (
        <Loading className="grid gap-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </Loading>
      )}
      <EndConfirm ending={ending} onClose={() => setEnding(null)} />
    </SecuritySection>
  );
}

function EndConfirm({ ending, onClose }: { ending: OwnSession | 'others' | null; onClose: () => void }) {
  const { t } = useTexts('account');
  const nameOf = useDeviceName();
  const end = useEndSessions();
  // Stored while the dialog closes.
  const [last, setLast] = useState(ending);
  if (ending && ending !== last) setLast(ending);
  const others = last === 'others' || last === null;
  const confirmed = () => {
    onClose();
    end.mutate(others ? null : last.id, {
      onError: (error) => toast(() => messageOf(error, t('ui.failed')), { tone: 'bad' }),
    });
  };
  return (
    <Confirm
      open={ending !== null}
      onClose={onClose}
      title={t(others ? 'security.endOthersTitle' : 'security.endTitle')}
      text={others ? t('security.endOthersText') : t('security.endText', { device: nameOf(last.device) })}
      confirm={t(others ? 'security.endOthers' : 'security.end')}
      onConfirm={confirmed}
    />
  );
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: (session: OwnSession) => void }) {
  const { t } = useTexts('account');
  const name = useDeviceName()(session.device);
  return (
    <SecurityRow
      icon={<DeviceIcon kind={session.device.kind} />}
      title={
        <>
          {name}
          {session.current && <Pill tone="moss">{t('security.thisDevice')}</Pill>}
        </>
      }
      actions={
        !session.current && (
          <IconButton
            size="sm"
            label={t('security.endNamed', { device: name })}
            tip="none"
            icon={<LogOut />}
            onClick={() => onEnd(session)}
          />
        )
      }
    >
      {t(`security.network.${session.network}`)} · {t('security.lastUsed')} <RelativeTime value={session.lastSeenAt} />
    </SecurityRow>
  );
}
