import { BellOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { type Notification, notificationsQuery, useMarkSeen } from './api.ts';
import { NotificationItem } from './notification-item.tsx';
import { RowsSkeleton } from './section.tsx';

/** The viewer's notifications, the newest first. Rendering marks them as seen. */
export function NotificationList() {
  const { t } = useTexts('members');
  const { items, query: list } = usePagedQuery(notificationsQuery);
  useMarkShownAsSeen(items);

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

/** Calls the server once per new notification, or one that was raised again, however often the list is rendered. */
function useMarkShownAsSeen(items: readonly Notification[]): void {
  const { mutate } = useMarkSeen();
  const marked = useRef(new Set<string>());
  useEffect(() => {
    const unseen = items.filter(({ seen }) => !seen).map(({ id, createdAt }) => `${createdAt} ${id}`);
    const fresh = unseen.filter((each) => !marked.current.has(each));
    const [newest] = items;
    if (!newest || fresh.length === 0) return;
    for (const each of fresh) marked.current.add(each);
    mutate(newest);
  }, [items, mutate]);
}
