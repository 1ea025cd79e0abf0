import { CircleAlert, History } from 'lucide-react';
import { DeviceIcon, useDeviceName } from '../../lib/device-name.tsx';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { type SignInEntry, signInsQuery } from './security-api.ts';
import { SecurityRow, SecuritySection } from './security-section.tsx';

export function SignInsSection() {
  const { t } = useTexts('account');
  const { items, query } = usePagedQuery(signInsQuery);
  return (
    <SecuritySection icon={<History />} title={t('security.history')} text={t('security.historyText')}>
      {query.isPending ? (
        <Loading className="grid gap-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </Loading>
      ) : query.isError && items.length === 0 ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} className="py-4" />
      ) : items.length === 0 ? (
        <p className="text-fg-muted text-small">{t('security.historyEmpty')}</p>
      ) : (
        <ul className="grid" aria-label={t('security.history')}>
          {items.map((entry) => (
            <SignInRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      <LoadMore query={query} />
    </SecuritySection>
  );
}

function SignInRow({ entry: { device, createdAt, way, outcome, network } }: { entry: SignInEntry }) {
  const { t } = useTexts('account');
  const format = useFormat();
  const nameOf = useDeviceName();
  const failed = outcome !== 'signed_in';
  return (
    <SecurityRow
      icon={failed ? <CircleAlert className="text-danger" /> : <DeviceIcon kind={device.kind} />}
      title={
        <>
          {nameOf(device)}
          {failed && <Pill tone="danger">{t(`security.outcome.${outcome}`)}</Pill>}
        </>
      }
    >
      {format.dateTime(createdAt)} · {t(`security.way.${way}`)} · {t(`security.network.${network}`)}
    </SecurityRow>
  );
}
