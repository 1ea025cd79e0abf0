import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

const listClass = 'grid grid-cols-1 gap-2.5';

interface SuggestionSectionProps<Item> {
  title: string;
  /** A link to the whole list. */
  more?: ReactNode;
  query: UseQueryResult<{ items: Item[] }>;
  /** Shown without items. */
  empty: string;
  children: (item: Item) => ReactNode;
}

/** A list of suggestions of one kind; the others do not depend on it. */
export function SuggestionSection<Item>({ title, more, query, empty, children }: SuggestionSectionProps<Item>) {
  const id = useId();
  const items = query.data?.items;
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="font-bold text-title">
          {title}
        </h2>
        {more}
      </div>
      {query.isPending && (
        <Loading>
          <div className={listClass}>
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} className="h-17 rounded-md" />
            ))}
          </div>
        </Loading>
      )}
      {query.isError && !items && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {items?.length === 0 && <p className="rounded-md bg-surface p-4 text-fg-muted text-small shadow-card">{empty}</p>}
      {items && items.length > 0 && <ul className={listClass}>{items.map(children)}</ul>}
    </section>
  );
}
