import { useEffect, useEffectEvent } from 'react';
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
  /** Receives a place as its newest post spells it. */
  onSpelling: (place: string) => void;
}

/** The posts of a tribe with a tag or of a place. */
export function LabelFeed({ tribeId, label, onSpelling }: LabelFeedProps) {
  const { t } = useTexts('members');
  const feed = usePagedQuery(labelFeedQuery(tribeId, label));
  const place = label.kind === 'place' && feed.items[0]?.place;
  const spell = useEffectEvent(onSpelling);
  useEffect(() => {
    if (place) spell(place);
  }, [place]);
  return (
    <FeedList
      feed={feed}
      empty={
        <EmptyState
          title={t('posts.emptyTitle')}
          text={t(`labels.empty.${label.kind}`)}
          action={<ButtonLink to={paths.tribe(tribeId)}>{t('labels.toTribe')}</ButtonLink>}
        />
      }
    />
  );
}
