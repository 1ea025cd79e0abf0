import { useTexts } from '../lib/i18n.ts';
import { Button } from './button.tsx';

interface LoadMoreProps {
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
}

/** Loads the next page of a list with cursors; renders nothing on the last page. */
export function LoadMore({ hasMore, loading, onMore }: LoadMoreProps) {
  const { t } = useTexts();
  if (!hasMore) return null;
  return (
    <div className="grid justify-items-center py-4">
      <Button variant="ghost" loading={loading} onClick={onMore}>
        {t('ui.loadMore')}
      </Button>
    </div>
  );
}
