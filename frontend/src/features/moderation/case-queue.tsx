import { useEffect, useRef } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { useScreenKeys } from '../../lib/use-screen-keys.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type CaseFilter, casesQuery } from './api.ts';
import { CaseDetail } from './case-detail.tsx';
import { narrowings } from './case-filter.ts';
import { CaseFilters } from './case-filters.tsx';
import { CaseList } from './case-list.tsx';
import { useCaseAddress } from './use-case-address.ts';

/**
 * The cases of a tribe, or of the site (null): a list and next to it the open case, at first the first one; on a phone
 * one of the two. The address has the chosen case and the filter; j and k move between cases, and j on the last loaded
 * one loads more.
 */
export function CaseQueue({ tribeId }: { tribeId: number | null }) {
  const isOfSite = tribeId === null;
  const { isDesk, openId: chosenId, filter, addressWith, open, close, narrow } = useCaseAddress(isOfSite);
  const { items, query: pages } = usePagedQuery(casesQuery(tribeId, filter));
  // A desktop shows the first case until one is chosen, which is then in the address.
  const openId = chosenId ?? (isDesk ? (items[0]?.id ?? null) : null);
  const listRef = useRef<HTMLDivElement>(null);
  const rowOf = (id: string) => listRef.current?.querySelector<HTMLElement>(`[data-case="${id}"]`);
  useScreenKeys(({ key, shiftKey }) => {
    if (shiftKey || (key !== 'j' && key !== 'k')) return;
    const at = items.findIndex(({ id }) => id === openId);
    const next = items[at === -1 ? 0 : at + (key === 'j' ? 1 : -1)];
    if (next) {
      open(next.id);
      rowOf(next.id)?.focus();
    } else if (key === 'j' && pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
  });
  const openIndex = useRef(0);
  const at = items.findIndex(({ id }) => id === openId);
  if (at !== -1 && chosenId) openIndex.current = at;
  useFocusAfter(chosenId, (closedId) => {
    // A decided case has left the list: a desktop has opened the first one, a phone shows those around it.
    const next = isDesk ? items[0] : (items[openIndex.current] ?? items.at(-1));
    const target = rowOf(closedId) ?? (next && rowOf(next.id)) ?? listRef.current;
    target?.focus({ preventScroll: true });
  });
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className={cx(openId && 'max-lg:hidden')}>
        <CaseFilters {...{ filter, isOfSite, isDesk, addressWith }} onChange={narrow} />
      </div>
      {isDesk && <Keys isShown={items.length > 0} />}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(18rem,24rem)_1fr]">
        <div
          ref={listRef}
          tabIndex={-1}
          className={cx('grid grid-cols-1 gap-3 outline-none', openId && 'max-lg:hidden')}
        >
          {pages.isPending && <ListSkeleton />}
          {pages.isError && items.length === 0 && (
            <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
          )}
          {pages.isSuccess && items.length === 0 && <NoCases filter={filter} />}
          <CaseList cases={items} isOfSite={isOfSite} openId={openId} onOpen={open} />
          <LoadMore query={pages} />
        </div>
        <div
          className={cx(
            'min-w-0 max-lg:min-h-dvh lg:-m-2 lg:sticky lg:top-14 lg:max-h-[calc(100dvh-4rem)] lg:overflow-y-auto lg:p-2',
            !openId && 'max-lg:hidden',
          )}
          // Focusing the first case chooses it: it stays open when the list changes.
          onFocusCapture={() => !chosenId && openId && open(openId)}
        >
          {openId && <CaseDetail key={openId} id={openId} isOfSite={isOfSite} isAlone={!isDesk} onClose={close} />}
        </div>
      </div>
    </div>
  );
}

function NoCases({ filter }: { filter: CaseFilter }) {
  const { t } = useTexts('moderation');
  if (narrowings(filter) > 0) return <EmptyState title={t('moderation.emptyFiltered')} />;
  if (filter.status === 'decided') return <EmptyState title={t('moderation.emptyDecided')} />;
  return <EmptyState title={t('moderation.empty')} text={t('moderation.emptyText')} />;
}

/** Calls back with the last open case once none is open. */
function useFocusAfter(openId: string | null, onClosed: (id: string) => void): void {
  const [before, latest] = [useRef(openId), useRef(onClosed)];
  latest.current = onClosed;
  useEffect(() => {
    if (openId === null && before.current !== null) latest.current(before.current);
    before.current = openId;
  }, [openId, before, latest]);
}

/** The keys of the queue; its line has its place before the cases are loaded. */
function Keys({ isShown }: { isShown: boolean }) {
  const { t } = useTexts('moderation');
  return <p className={cx('text-caption text-fg-muted', !isShown && 'invisible')}>{t('moderation.keys')}</p>;
}

/** Of full height, so that what follows the list is below the screen and does not move on it. */
const ListSkeleton = () => (
  <div className="grid min-h-dvh grid-cols-1 content-start gap-3">
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} className="h-28 rounded-md" />
    ))}
  </div>
);
