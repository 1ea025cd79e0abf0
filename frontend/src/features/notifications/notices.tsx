import { BellOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { notificationsQuery, useMarkSeen } from './api.ts';
import { Notice } from './notice.tsx';
import { RowsSkeleton } from './section.tsx';

/** What one was told, the newest first. Seen by being shown. */
export function Notices() {
  const { t } = useTexts();
  const { items, query: list } = usePagedQuery(notificationsQuery);
  useSeeing(items.filter(({ seen }) => !seen).map(({ id }) => id));

  if (list.isPending) return <RowsSkeleton rows={3} />;
  if (!list.data)
    return (
      <ErrorState
        error={list.error}
        fallback={t('notices.loadFailed')}
        onRetry={() => void list.refetch()}
        className="py-6"
      />
    );
  if (items.length === 0)
    return (
      <EmptyState icon={<BellOff />} title={t('notices.emptyTitle')} text={t('notices.emptyText')} className="py-4" />
    );
  return (
    <>
      <ul className="grid">
        {items.map((notification) => (
          <Notice key={notification.id} notification={notification} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="ghost" size="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('notices.more')}
        </Button>
      )}
    </>
  );
}

/** Tells the server once for each that appears, however often the list is drawn. */
function useSeeing(unseen: string[]): void {
  const { mutate } = useMarkSeen();
  const told = useRef(new Set<string>());
  const fresh = unseen.filter((id) => !told.current.has(id)).join();
  useEffect(() => {
    if (!fresh) return;
    for (const id of fresh.split(',')) told.current.add(id);
    mutate();
  }, [fresh, mutate]);
}
