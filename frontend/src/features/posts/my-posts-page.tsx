import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useChangeParams } from '../../lib/address-params.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { useModalState } from '../../ui/modal-link.tsx';
import { Page } from '../../ui/page.tsx';
import { userFeedQuery } from './api.ts';
import { PostCard } from './post-card.tsx';
import { PostSkeleton } from './post-skeleton.tsx';

/** Possible numbers of posts per page. */
const sizes = [5, 10, 20, 50] as const;
type Size = (typeof sizes)[number];
const initialSize: Size = 10;

/** The kinds that the list can be restricted to; empty: all. */
const kinds = ['', 'post', 'story', 'reel'] as const;
type Kinds = (typeof kinds)[number];

/** Returns the value of a parameter of the address if it is one of the known values, else `otherwise`. */
const oneOf = <Value extends string | number>(
  known: readonly Value[],
  wanted: string | null,
  otherwise: Value,
): Value => known.find((value) => String(value) === wanted) ?? otherwise;

/** `/tools/my-posts`: the viewer's own posts in all their tribes, a page at a time. */
export function MyPostsPage() {
  const { t } = useTexts('tools', 'members');
  const format = useFormat();
  const [showsSizes, setShowsSizes] = useState(false);
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  const size = oneOf<Size>(sizes, params.get('size'), initialSize);
  const kind = oneOf<Kinds>(kinds, params.get('kind'), '');
  const kindTexts: Record<Kinds, string> = {
    '': t('myPosts.all'),
    post: t('myPosts.posts'),
    story: t('myPosts.vibes'),
    reel: t('myPosts.clips'),
  };
  return (
    <Page title={t('myPosts.title')} lead={t('myPosts.lead')} width="reading">
      <div className="mb-4 flex items-center">
        {/* The row of chips reaches 1rem beyond it on a phone. */}
        <div className="min-w-0 grow max-sm:pr-4">
          <Chips
            label={t('myPosts.kind')}
            options={kinds.map((value) => ({ value, label: kindTexts[value] }))}
            value={kind}
            onChange={(next) => changeParams({ kind: next })}
          />
        </div>
        <IconButton
          label={t('myPosts.size')}
          icon={<Ellipsis />}
          aria-expanded={showsSizes}
          onClick={() => setShowsSizes(!showsSizes)}
        />
      </div>
      {showsSizes && (
        <div className="mb-4">
          <Chips
            label={t('myPosts.size')}
            options={sizes.map((value) => ({ value: String(value), label: format.number(value) }))}
            value={String(size)}
            onChange={(next) => changeParams({ size: next })}
          />
        </div>
      )}
      <OwnPosts key={`${kind} ${size}`} kind={kind} size={size} />
    </Page>
  );
}

/** Loads more only on a press, as the person has chosen the size of a page. */
function OwnPosts({ kind, size }: { kind: Kinds; size: Size }) {
  const { t } = useTexts('tools', 'members');
  const me = useMe();
  const modalState = useModalState();
  const { items, query } = usePagedQuery(userFeedQuery(me?.id ?? '', kind, null, size));
  if (query.isPending)
    return (
      <div className="grid grid-cols-1 gap-5">
        <PostSkeleton />
        <PostSkeleton picture={false} />
      </div>
    );
  if (query.isError && items.length === 0)
    return <ErrorState error={query.error} fallback={t('myPosts.loadFailed')} onRetry={() => void query.refetch()} />;
  if (items.length === 0 && !query.hasNextPage)
    return (
      <EmptyState
        title={t(kind ? 'myPosts.emptyKind' : 'myPosts.empty')}
        text={t('myPosts.emptyText')}
        action={
          <ButtonLink to={paths.createModal()} state={modalState} variant="primary">
            {t('myPosts.create')}
          </ButtonLink>
        }
      />
    );
  return (
    <div className="grid grid-cols-1 gap-5">
      {items.map((post, index) => (
        <PostCard key={post.id} post={post} eager={index < 2} inOwnList />
      ))}
      <LoadMore query={query} />
    </div>
  );
}
