import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InfiniteList } from '../../ui/infinite-list.tsx';
import { TextLink } from '../../ui/link.tsx';
import { type FoundItem as Found, type SearchType, searchAddress, searchQuery } from './api.ts';
import { FoundItem, FoundSkeleton, keyOf } from './found-item.tsx';
import { Section } from './section.tsx';

interface ResultsProps {
  type: SearchType;
  q: string;
  /** A result was opened. */
  onOpen: () => void;
}

/** The results of one kind; on top those of all kinds, each under its heading. */
export function Results({ type, q, onOpen }: ResultsProps) {
  const { t } = useTexts('explore', 'members');
  const { items, query } = usePagedQuery(searchQuery(type, q));
  if (query.isPending) return <FoundSkeleton />;
  if (query.isError && items.length === 0)
    return <ErrorState error={query.error} fallback={t('explore.failed')} onRetry={() => void query.refetch()} />;
  if (items.length === 0 && !query.hasNextPage)
    return <EmptyState title={t('explore.nothing', { q })} text={t('explore.nothingText')} />;
  return (
    <InfiniteList query={query} skeleton={<FoundSkeleton />}>
      {type === 'top' ? (
        <div className="grid grid-cols-1 gap-8">
          {KINDS.map((kind) => (
            <BestOfKind
              key={kind}
              kind={kind}
              items={items.filter((item) => kindOf[item.type] === kind)}
              {...{ q, onOpen }}
            />
          ))}
        </div>
      ) : (
        <FoundList label={t(`explore.kind.${type}`)} items={items} onOpen={onOpen} />
      )}
    </InfiniteList>
  );
}

/** In the order of the best results: posts, of which there may be many pages, are the last. */
const KINDS = ['accounts', 'tags', 'places', 'posts'] as const;
type Kind = (typeof KINDS)[number];

const kindOf: Record<Found['type'], Kind> = { account: 'accounts', tag: 'tags', place: 'places', post: 'posts' };

interface BestOfKindProps extends Omit<ResultsProps, 'type'> {
  kind: Kind;
  items: Found[];
}

function BestOfKind({ kind, q, items, onOpen }: BestOfKindProps) {
  const { t } = useTexts('explore', 'members');
  if (items.length === 0) return null;
  const title = t(`explore.kind.${kind}`);
  const more = (
    <TextLink to={searchAddress(kind, q)} aria-label={`${t('tribes.seeAll')}: ${title}`}>
      {t('tribes.seeAll')}
    </TextLink>
  );
  return (
    <Section title={title} more={more}>
      <FoundList label={title} items={items} onOpen={onOpen} />
    </Section>
  );
}

function FoundList({ label, items, onOpen }: { label: string; items: Found[]; onOpen: () => void }) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-1 gap-2.5"
      onClickCapture={({ target }) => {
        if (target instanceof Element && target.closest('a')) onOpen();
      }}
    >
      {items.map((item) => (
        <FoundItem key={keyOf(item)} item={item} />
      ))}
    </ul>
  );
}
