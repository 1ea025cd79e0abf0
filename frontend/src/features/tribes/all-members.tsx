import { useDeferredValue, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { SearchInput } from '../../lib/search-input.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InfiniteList } from '../../ui/infinite-list.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { Tribe } from './api.ts';
import { type Acting, MeasureDialogs } from './measure-dialogs.tsx';
import { membersQuery } from './member-api.ts';
import { MemberRow } from './member-row.tsx';

const listClass = 'grid grid-cols-1 items-start gap-1 xl:grid-cols-2 xl:gap-x-6';

/** The members of a tribe, page by page, with a search by name; moderators act on them here. */
export function AllMembers({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('membership');
  const [typed, setTyped] = useState('');
  const [acting, setActing] = useState<Acting | null>(null);
  const list = useRef<HTMLDivElement>(null);
  return (
    <div className="grid grid-cols-1 gap-3">
      <SearchInput label={t('membership.search')} value={typed} onType={setTyped} />
      <section ref={list} tabIndex={-1} aria-label={t('membership.members')} className="outline-none">
        <Found tribe={tribe} q={useDeferredValue(typed.trim())} onAct={setActing} />
      </section>
      <MeasureDialogs tribe={tribe} acting={acting} onClose={() => setActing(null)} focusAfter={() => list.current} />
    </div>
  );
}

function Found({ tribe, q, onAct }: { tribe: Tribe; q: string; onAct: (acting: Acting) => void }) {
  const { t } = useTexts('membership');
  const { items, query } = usePagedQuery(membersQuery(tribe.id, q));
  if (query.isPending)
    return (
      <Loading>
        <RowSkeletons />
      </Loading>
    );
  if (query.isError && items.length === 0)
    return (
      <ErrorState error={query.error} fallback={t('membership.loadFailed')} onRetry={() => void query.refetch()} />
    );
  // A page of a search may be empty although further pages exist.
  if (items.length === 0 && !query.hasNextPage)
    return <EmptyState title={t('membership.noneFound')} text={t('membership.noneFoundText')} />;
  return (
    <InfiniteList query={query} skeleton={<RowSkeletons />}>
      <ul className={listClass}>
        {items.map((member) => (
          <MemberRow key={member.user.id} tribeId={tribe.id} member={member} onAct={onAct} />
        ))}
      </ul>
    </InfiniteList>
  );
}

function RowSkeletons() {
  return (
    <div className={listClass}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-14 w-full rounded-md" />
      ))}
    </div>
  );
}
