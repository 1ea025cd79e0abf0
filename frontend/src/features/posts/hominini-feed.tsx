import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { homininiFeedQuery } from './api.ts';
import { FeedList } from './feed-list.tsx';

/** The feed of hominini, which visitors may also read. */
export function HomininiFeed() {
  const { t } = useTexts('members');
  const feed = usePagedQuery(homininiFeedQuery);
  return (
    <div className="mx-auto w-full max-w-2xl">
      <FeedList feed={feed} empty={<EmptyState title={t('posts.emptyTitle')} text={t('posts.emptyReader')} />} />
    </div>
  );
}
