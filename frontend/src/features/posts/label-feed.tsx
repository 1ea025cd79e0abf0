import type { Label } from '../../lib/followed-labels.tsx';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FeedList } from './feed-list.tsx';
import { labelFeedQuery } from './feed-queries.ts';

interface LabelFeedProps {
  tribeId: number;
  label: Label;
}

/** The posts of a tribe with a tag or of a place. */
export function LabelFeed({ tribeId, label }: LabelFeedProps) {
  const { t } = useTexts('members');
  const feed = usePagedQuery(labelFeedQuery(tribeId, label));
  return (
    <FeedList
      feed={feed}
      empty={
        <EmptyState
          title={t('posts.emptyTitle')}
          text={t('labels.empty')}
          action={<ButtonLink to={paths.tribe(tribeId)}>{t('labels.toTribe')}</ButtonLink>}
        />
      }
    />
  );
}
