import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { feedQuery } from './api.ts';
import { Composer } from './composer.tsx';
import { FeedList } from './feed-list.tsx';

interface TribeFeedProps {
  tribeId: number;
  /** The viewer's level in the tribe, the highest they may require for a post; 0 for people who only read. */
  level: number;
}

/** A tribe's posts, and for members the composer. */
export function TribeFeed({ tribeId, level }: TribeFeedProps) {
  const { t } = useTexts('members');
  const feed = usePagedQuery(feedQuery(tribeId));
  const member = level > 0;
  return (
    <div className="grid grid-cols-1 gap-2 sm:gap-5">
      {member && <Composer key={tribeId} tribeId={tribeId} level={level} />}
      <FeedList
        feed={feed}
        empty={
          <EmptyState title={t('posts.emptyTitle')} text={t(member ? 'posts.emptyMember' : 'posts.emptyReader')} />
        }
      />
    </div>
  );
}
