import { Plus, X } from 'lucide-react';
import { useDeferredValue, useRef } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { NewAccountNote } from '../../lib/new-account-note.tsx';
import { usePagedQuery } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { SearchInput } from '../../lib/search-input.tsx';
import { useTypedSearch } from '../../lib/use-typed-search.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { InfiniteList } from '../../ui/infinite-list.tsx';
import { Page } from '../../ui/page.tsx';
import { directoryQuery, type TribeCard as TribeCardData } from './api.ts';
import { MyTribes } from './my-tribes.tsx';
import { TribeCard, TribeCardSkeleton } from './tribe-card.tsx';

/** `/tools/tribes`: the viewer's tribes and pending requests, and the directory with its search. */
export function TribesPage() {
  const { t } = useTexts('members');
  const { text, q, type, submit } = useTypedSearch();

  return (
    <Page
      title={t('tribes.title')}
      lead={t('tribes.lead')}
      actions={
        <ButtonLink to={paths.createTribe} variant="primary" icon={<Plus />}>
          {t('tribes.create')}
        </ButtonLink>
      }
    >
      <div className="in-order">
        {q === '' && <MyTribes />}
        <section aria-labelledby="all-tribes" className="grid gap-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="all-tribes" className="font-bold text-title">
              {t('tribes.find')}
            </h2>
            <div className="w-full sm:w-80">
              <SearchInput
                label={t('tribes.search')}
                value={text}
                onType={type}
                end={
                  text && (
                    <IconButton
                      size="sm"
                      tip="none"
                      label={t('tribes.clearSearch')}
                      icon={<X />}
                      onClick={() => submit('')}
                    />
                  )
                }
              />
            </div>
          </div>
          <NewAccountNote about="joins" />
          <Directory q={useDeferredValue(q)} />
        </section>
      </div>
    </Page>
  );
}

const gridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

function Directory({ q }: { q: string }) {
  const { t } = useTexts('members');
  const { items, query: directory } = usePagedQuery(directoryQuery(q));
  const others = useOthers(items);
  // A search shows all that it finds.
  const tribes = q === '' ? others : items;
  const skeletons = [0, 1, 2].map((key) => <TribeCardSkeleton key={key} />);
  if (directory.isPending) return <ul className={gridClass}>{skeletons}</ul>;
  if (directory.isError && items.length === 0)
    return <ErrorState error={directory.error} onRetry={() => void directory.refetch()} />;
  // A page may have only the viewer's tribes although further pages exist.
  if (tribes.length === 0 && !directory.hasNextPage) {
    return (
      <EmptyState
        title={q ? t('tribes.nothingFound', { q }) : t('tribes.noneToJoin')}
        text={t('tribes.startOne')}
        action={<ButtonLink to={paths.createTribe}>{t('tribes.create')}</ButtonLink>}
      />
    );
  }
  return (
    <InfiniteList query={directory} skeleton={<ul className={gridClass}>{skeletons}</ul>}>
      <ul className={gridClass}>
        {tribes.map((tribe) => (
          <TribeCard key={tribe.id} tribe={tribe} />
        ))}
      </ul>
    </InfiniteList>
  );
}

/** The tribes of which the viewer was not yet a member when the page showed them: those above are not listed again. */
function useOthers(tribes: readonly TribeCardData[]): TribeCardData[] {
  const wasMember = useRef(new Map<number, boolean>());
  for (const { id, membership } of tribes)
    if (!wasMember.current.has(id)) wasMember.current.set(id, membership?.status === 'active');
  return tribes.filter(({ id }) => !wasMember.current.get(id));
}
