import { Users } from 'lucide-react';
import { FollowToggle } from '../../lib/follow-toggle.tsx';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InfiniteList } from '../../ui/infinite-list.tsx';
import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { followingQuery } from './api.ts';
import { UserRow, UsersSkeleton, userGrid } from './user-row.tsx';

/**
 * `/tools/following`: the people whom the viewer follows. An unfollowed person stays in the list, so that it can be
 * undone.
 */
export function FollowingPage() {
  const { t } = useTexts('tools', 'members');
  const format = useFormat();
  const { items, query } = usePagedQuery(followingQuery);
  return (
    <Page title={t('following.title')} lead={t('following.lead')}>
      {query.isPending && (
        <Loading>
          <UsersSkeleton />
        </Loading>
      )}
      {query.isError && items.length === 0 && (
        <ErrorState error={query.error} fallback={t('following.loadFailed')} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && items.length === 0 && (
        <EmptyState
          title={t('following.empty')}
          text={t('following.emptyText')}
          action={
            <ButtonLink to={paths.members} variant="primary" icon={<Users />}>
              {t('following.toMembers')}
            </ButtonLink>
          }
        />
      )}
      <InfiniteList query={query} skeleton={<UsersSkeleton />}>
        <ul className={userGrid}>
          {items.map((user) => (
            <UserRow key={user.id} person={user} about={t('following.since', { date: format.date(user.createdAt) })}>
              <FollowToggle user={user} />
            </UserRow>
          ))}
        </ul>
      </InfiniteList>
    </Page>
  );
}
