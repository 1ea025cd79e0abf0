import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../ui/error-state.tsx';
import { useFocusOnRemoval } from '../../ui/focus.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { keyOf, type Suggestion, useIsDismissed } from './dismissal.tsx';
import { Section } from './section.tsx';

const listClass = 'grid grid-cols-1 gap-2.5';

interface SuggestionSectionProps<Item> {
  title: string;
  /** A link to the whole list. */
  more?: ReactNode;
  query: UseQueryResult<{ items: Item[] }>;
  /** The most items to show; further ones take the room of those that are dismissed. */
  max: number;
  about: (item: Item) => Suggestion;
  /** Shown without items. */
  empty: string;
  children: (item: Item) => ReactNode;
}

/** A list of suggestions of one kind; the others do not depend on it. */
export function SuggestionSection<Item>(props: SuggestionSectionProps<Item>) {
  const { title, more, query, max, about, empty, children } = props;
  const isDismissed = useIsDismissed();
  const items = query.data?.items.filter((item) => !isDismissed(about(item))).slice(0, max);
  const list = useFocusOnRemoval((items ?? []).map((item) => keyOf(about(item))));
  return (
    <Section title={title} more={more}>
      {query.isPending && (
        <Loading>
          <div className={listClass}>
            {Array.from({ length: max }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are alike
              <Skeleton key={index} className="h-19 rounded-md" />
            ))}
          </div>
        </Loading>
      )}
      {query.isError && !items && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {items?.length === 0 && (
        <p
          ref={list.ref}
          tabIndex={-1}
          className="focus-ring rounded-md bg-surface p-4 text-fg-muted text-small shadow-card"
        >
          {empty}
        </p>
      )}
      {items && items.length > 0 && (
        <ul {...list} className={listClass}>
          {items.map(children)}
        </ul>
      )}
    </Section>
  );
}
