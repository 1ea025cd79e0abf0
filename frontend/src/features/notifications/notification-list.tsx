import { BellOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { notificationsQuery, useMarkSeen } from './api.ts';
import { NotificationItem } from './notification-item.tsx';
import { RowsSkeleton } from './section.tsx';

/** The viewer's notifications, the newest first. Rendering marks them as seen. */
export function NotificationList() {
  const { t } = useTexts('members');
  const { items, query: list } = usePagedQuery(notificationsQuery);
  useMarkShownAsSeen(items.filter(({ seen }) => !seen).map(({ id }) => id));

  if (list.isPending) return <RowsSkeleton rows={3} />;
  if (!list.data)
    return (
      <ErrorState
        error={list.error}
        fallback={t('notifications.loadFailed')}
        onRetry={() => void list.refetch()}
        className="py-6"
      />
    );
  if (items.length === 0)
    return (
      <EmptyState
        icon={<BellOff />}
        title={t('notifications.emptyTitle')}
        text={t('notifications.emptyText')}
        className="py-4"
      />
    );
  return (
    <>
      <ul className="grid grid-cols-1">
        {items.map((notification) => (
          <NotificationItem key={notification.id} notification={notification} />
        ))}
      </ul>
      <LoadMore query={list} label={t('notifications.more')} />
    </>
  );
}

/** Calls the server once per new notification, however often the list is rendered. */
function useMarkShownAsSeen(unseen: string[]): void {
  const { mutate } = useMarkSeen();
  const marked = useRef(new Set<string>());
  const fresh = unseen.filter((id) => !marked.current.has(id)).join();
  useEffect(() => {
    if (!fresh) return;
    for (const id of fresh.split(',')) marked.current.add(id);
    mutate();
  }, [fresh, mutate]);
}
