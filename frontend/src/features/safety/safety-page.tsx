import { useQuery } from '@tanstack/react-query';
import { mutesQuery, unblockUser, unmuteUser } from '../../lib/blocking.ts';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Page } from '../../ui/page.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { blocksQuery } from './api.ts';
import { ListedUsers } from './listed-people.tsx';
import { MutedTexts } from './muted-texts.tsx';
import { MutedTribes } from './muted-tribes.tsx';
import { SafetySection } from './safety-section.tsx';

/** `/tools/safety`: the viewer's blocks and mutes. */
export function SafetyPage() {
  const { t } = useTexts('safety');
  return (
    <Page title={t('safety.title')} lead={t('safety.lead')} width="reading">
      <div className="grid grid-cols-1 gap-4">
        <BlockedUsers />
        <MuteSections />
      </div>
    </Page>
  );
}

function BlockedUsers() {
  const { t } = useTexts('safety');
  const { items, query } = usePagedQuery(blocksQuery);
  return (
    <SafetySection title={t('safety.people')} text={t('safety.peopleText')}>
      {query.isError && items.length === 0 && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} className="py-4" />
      )}
      {query.isPending && <LoadingRows />}
      {query.data !== undefined && (
        <ListedUsers
          people={items}
          empty={t('safety.peopleEmpty')}
          action={(name) => ({ text: t('safety.unblock'), label: t('safety.unblockOne', { name }) })}
          remove={({ user, tribe }) => unblockUser(user, tribe?.id)}
        />
      )}
      <LoadMore query={query} label={t('safety.more')} />
    </SafetySection>
  );
}

function MuteSections() {
  const { t } = useTexts('safety');
  const { data: mutes, error, refetch } = useQuery(mutesQuery);
  if (error && !mutes) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!mutes) return <LoadingRows />;
  return (
    <>
      <SafetySection title={t('safety.mutedPeople')} text={t('safety.mutedPeopleText')}>
        <ListedUsers
          people={mutes.users}
          empty={t('safety.mutedPeopleEmpty')}
          action={(name) => ({ text: t('safety.unmute'), label: t('safety.unmuteOne', { name }) })}
          remove={({ user, tribe }) => unmuteUser(user, tribe?.id)}
        />
      </SafetySection>
      <MutedTexts kind="words" texts={mutes.words} />
      <MutedTexts kind="tags" texts={mutes.tags} />
      <MutedTribes tribes={mutes.tribes} />
    </>
  );
}

const LoadingRows = () => (
  <Loading>
    <Skeleton className="h-17 rounded-md" />
  </Loading>
);
