import type { ReactNode } from 'react';
import type { PagedQuery } from '../../lib/pages.ts';
import { useMe } from '../../lib/session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { InfiniteList } from '../../ui/infinite-list.tsx';
import type { Post } from './api.ts';
import { JoinOffer } from './join-offer.tsx';
import { PostCard } from './post-card.tsx';
import { PostSkeleton } from './post-skeleton.tsx';

/** Maximum number of posts on the first screen. */
const firstSeen = 2;

interface FeedListProps {
  feed: PagedQuery<Post>;
  empty: ReactNode;
}

/** A list of posts that loads more near its end. */
export function FeedList({ feed: { items: posts, query: feed }, empty }: FeedListProps) {
  const me = useMe();
  if (feed.isPending) {
    return (
      <div className="grid grid-cols-1 gap-5">
        <PostSkeleton />
        <PostSkeleton picture={false} />
      </div>
    );
  }
  if (feed.isError && posts.length === 0) return <ErrorState error={feed.error} onRetry={() => void feed.refetch()} />;
  // A page may be empty and another follow: all its posts contained a muted word.
  if (posts.length === 0 && !feed.hasNextPage) return empty;
  return (
    <div className="grid grid-cols-1 gap-5">
      <InfiniteList query={feed} skeleton={<PostSkeleton />}>
        {posts.map((post, index) => (
          <PostCard key={post.id} post={post} eager={index < firstSeen} />
        ))}
      </InfiniteList>
      {me === null && <JoinOffer />}
    </div>
  );
}
