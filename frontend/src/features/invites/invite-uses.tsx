import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { UserLine } from '../../lib/user-line.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { inviteUsesQuery } from './api.ts';

/** The people who joined by an invitation, the newest first. */
export function InviteUses({ tribeId, inviteId }: { tribeId: number; inviteId: string }) {
  const { t } = useTexts('invites');
  const { items, query } = usePagedQuery(inviteUsesQuery(tribeId, inviteId));
  if (query.isPending) {
    return (
      <Loading className="grid gap-3 py-2">
        <Skeleton className="h-11 rounded-md" />
        <Skeleton className="h-11 rounded-md" />
      </Loading>
    );
  }
  if (query.isError && items.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} className="py-4" />;
  // Deleted users count as uses, but are in no list.
  if (items.length === 0) return <p className="py-2 text-fg-muted text-small">{t('invites.nobodyLeft')}</p>;
  return (
    <div className="grid grid-cols-1 gap-4 py-2">
      <ul className="grid grid-cols-1 gap-3">
        {items.map(({ user, usedAt }) => (
          <li key={user.id} className="flex min-h-11 items-center gap-3">
            <UserLine person={user} size="sm" about={<RelativeTime value={usedAt} />} />
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </div>
  );
}
