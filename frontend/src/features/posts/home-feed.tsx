import { Compass } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FeedList } from './feed-list.tsx';
import { homeFeedQuery } from './feed-queries.ts';

/** The newest posts of all tribes of the viewer. */
export function HomeFeed() {
  const { t } = useTexts('members');
  const feed = usePagedQuery(homeFeedQuery);
  return (
    <section aria-labelledby="latest" className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-4">
      <h2 id="latest" className="font-bold text-title">
        {t('latest.title')}
      </h2>
      <FeedList
        feed={feed}
        empty={
          <EmptyState
            title={t('latest.empty')}
            text={t('latest.emptyText')}
            action={
              <ButtonLink to={paths.tribes} variant="primary" icon={<Compass />}>
                {t('latest.toTribes')}
              </ButtonLink>
            }
          />
        }
      />
    </section>
  );
}
