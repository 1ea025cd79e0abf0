import { Users } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { FollowToggle } from '../../lib/follow-toggle.tsx';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { usePagedQuery } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InfiniteList } from '../../ui/infinite-list.tsx';
import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { followingQuery } from './following-api.ts';
import { UserRow, UsersSkeleton, userGrid } from './user-row.tsx';

const FollowedLabelList = lazyComponent(async () => (await import('./followed-label-list.tsx')).FollowedLabelList);

const lists = ['people', 'tags', 'places'] as const;

/** `/tools/following`: the people, tags and places that the viewer follows; `?list=` chooses one of the three. */
export function FollowingPage() {
  const { t } = useTexts('tools', 'members');
  const [query, setQuery] = useSearchParams();
  const chosen = lists.find((list) => list === query.get('list')) ?? 'people';
  return (
    <Page title={t('following.title')} lead={t(chosen === 'people' ? 'following.lead' : 'following.labelLead')}>
      <div className="mb-6">
        <Chips
          label={t('following.lists')}
          value={chosen}
          onChange={(list) => setQuery(list === 'people' ? {} : { list }, { replace: true })}
          options={lists.map((list) => ({ value: list, label: t(`following.${list}`) }))}
        />
      </div>
      {chosen === 'people' ? (
        <FollowedPeople />
      ) : (
        <LazyPart fallback={<UsersSkeleton />} failed={(error, retry) => <ErrorState error={error} onRetry={retry} />}>
          <FollowedLabelList key={chosen} list={chosen} />
        </LazyPart>
      )}
    </Page>
  );
}

/** An unfollowed person stays in the list, so that it can be undone. */
function FollowedPeople() {
  const { t } = useTexts('tools', 'members');
  const format = useFormat();
  const { items, query } = usePagedQuery(followingQuery);
  return (
    <>
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
    </>
  );
}
