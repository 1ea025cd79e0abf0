import { useTexts } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { ErrorState } from './error-state.tsx';

/** The state of a list that is read page by page, as TanStack's infinite queries return it. */
export interface PagedState {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: (options?: { cancelRefetch?: boolean }) => Promise<unknown>;
}

interface LoadMoreProps {
  query: PagedState;
  /** "Load more" if left out. */
  label?: string;
}

/** Loads the next page of a list with cursors, again after an error; renders nothing on the last page. */
export function LoadMore({ query, label }: LoadMoreProps) {
  const { t } = useTexts();
  if (!query.hasNextPage) return null;
  const loadNext = () => void query.fetchNextPage();
  if (query.isFetchNextPageError && !query.isFetchingNextPage) {
    return <ErrorState error={query.error} onRetry={loadNext} />;
  }
  return (
    <div className="grid justify-items-center py-4">
      <Button variant="ghost" loading={query.isFetchingNextPage} onClick={loadNext}>
        {label ?? t('ui.loadMore')}
      </Button>
    </div>
  );
}
