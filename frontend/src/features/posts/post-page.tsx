import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { isNotFound } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { computeMediaFrame } from '../../lib/media-frame.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { tribeQuery } from '../../lib/shared-queries.ts';
import { BackButton } from '../../ui/back-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useTitle } from '../../ui/page.tsx';
import { useReplacePage } from '../../ui/use-replace-page.ts';
import { type Post, postQuery } from './api.ts';
import { JoinOffer } from './join-offer.tsx';
import { MissingTribe, NoSuchPost, readTribeId } from './post-absence.tsx';
import { leftColumnClass, PostCard, twoColumnsClass } from './post-card.tsx';
import { PostSkeleton } from './post-skeleton.tsx';

/** One post with its comments. `edit=true` opens the editor, and is removed from the address. */
export function PostPage() {
  const { t } = useTexts('members');
  const { id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const tribeId = readTribeId(search);
  const startEditing = useRef(search.get('edit') === 'true').current;

  useEffect(() => {
    if (!search.has('edit')) return;
    const rest = new URLSearchParams(search);
    rest.delete('edit');
    setSearch(rest, { replace: true });
  }, [search, setSearch]);

  useTitle(t('posts.pageTitle'));
  return (
    // The column changes its width with the post, and not the page: that would move all of it once the post is there.
    <div className="grid w-full grid-cols-[minmax(0,39rem)] content-start justify-center px-4 pt-4 pb-16 sm:px-6 lg:pt-10 lg:has-data-[frame=upright]:grid-cols-[minmax(0,54.25rem)] lg:has-data-[frame=wide]:grid-cols-[minmax(0,70rem)]">
      <BackButton
        fallback={tribeId === undefined ? paths.tribes : paths.tribe(tribeId)}
        className="mb-3 -ml-3 justify-self-start"
      />
      {tribeId === undefined ? (
        <MissingTribe />
      ) : (
        <SinglePost tribeId={tribeId} postId={id} startEditing={startEditing} />
      )}
    </div>
  );
}

interface SinglePostProps {
  tribeId: number;
  postId: string;
  startEditing: boolean;
}

function SinglePost({ tribeId, postId, startEditing }: SinglePostProps) {
  const { t } = useTexts('members');
  const me = useMe();
  const replacePage = useReplacePage();
  const post = useQuery(postQuery(tribeId, postId));
  // Only members may read a tribe.
  const tribe = useQuery({ ...tribeQuery(tribeId), enabled: me !== null }).data;
  const heading = <h1 className="sr-only">{t('posts.pageTitle')}</h1>;
  // Most posts have wide media. The key keeps it from becoming the element of a narrower post, which would move.
  if (post.isPending)
    return (
      <div key="skeleton" data-frame="wide">
        {heading}
        <PostSkeleton className={twoColumnsClass} pictureClass={leftColumnClass} />
      </div>
    );
  if (isNotFound(post.error))
    return <NoSuchPost tribeId={tribeId} error={post.error} wasShown={post.data !== undefined} />;
  if (!post.data)
    return (
      <>
        {heading}
        <ErrorState error={post.error} fallback={t('ui.failed')} onRetry={() => void post.refetch()} />
      </>
    );
  return (
    <div data-frame={frameOf(post.data)}>
      {heading}
      <PostCard
        post={tribe ? { ...post.data, tribe } : post.data}
        eager
        alone
        startEditing={startEditing}
        onDeleted={() => replacePage(paths.tribe(tribeId))}
      />
      {me === null && <JoinOffer />}
    </div>
  );
}

/** The form of a post's media, which on a desktop sets the width of the page; undefined for a text. */
function frameOf(post: Post): 'wide' | 'upright' | undefined {
  if (post.images.length + post.videos.length === 0) return undefined;
  return computeMediaFrame(post) > 1 ? 'wide' : 'upright';
}
