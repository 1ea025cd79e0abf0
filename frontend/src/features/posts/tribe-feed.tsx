import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { feedQuery } from './api.ts';
import { Composer } from './composer.tsx';
import { FeedList } from './feed-list.tsx';

interface TribeFeedProps {
  tribeId: number;
  /** Whether the viewer may publish. */
  writes: boolean;
}

/** A tribe's posts, and for members the composer. */
export function TribeFeed({ tribeId, writes }: TribeFeedProps) {
  const { t } = useTexts('members');
  const feed = usePagedQuery(feedQuery(tribeId));
  return (
    <div className="grid grid-cols-1 gap-2 sm:gap-5">
      {writes && <Composer key={tribeId} tribeId={tribeId} />}
      <FeedList
        feed={feed}
        empty={
          <EmptyState title={t('posts.emptyTitle')} text={t(writes ? 'posts.emptyMember' : 'posts.emptyReader')} />
        }
      />
    </div>
  );
}
